import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { test } from 'playwright/test';
import { buildFingerprint } from '../../../scripts/build/build-fingerprint';
import { freePort } from '../../support/free-port';
import { spawnNode } from '../../support/stop-with-tests';
import { waitUntil } from '../../support/wait-until';
import { eventState, expect, failInBrowser, sampleError, shownReference } from './fixtures';

const root = join(import.meta.dirname, '../../..');
const loopback = '127.0.0.1';

async function startScript(settings: Record<string, string>) {
  const [port, inboxPort] = [await freePort(), await freePort()];
  const ports = { HOST: loopback, PORT: String(port), INBOX_PORT: String(inboxPort) };
  const { PATH, HOME } = process.env;
  const env: Record<string, string | undefined> = { PATH, HOME, ...ports, ...settings };
  // Otherwise the script would build, and take away the build that other tests are running.
  const fingerprint = readFileSync(join(root, '.next/standalone/build.sha256'), 'utf8');
  if (fingerprint !== buildFingerprint(env)) throw new Error('The build is not up to date: run `npm test browser`.');

  // What a developer has in his own `.env` decides nothing here, least of all where events go.
  const withoutEnvFile = ['--import', 'data:text/javascript,process.loadEnvFile = () => {}'];
  const args = [...withoutEnvFile, join(root, 'scripts/bootstrap.mjs'), 'start'];
  const child = spawnNode(args, { env, signal: 'SIGTERM' });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => void (output[name] += text));
  }
  let end: { code: number | null } | undefined;
  child.once('close', (code) => (end = { code }));
  const isUp = () => end !== undefined || output.stdout.includes('Ctrl-C');
  await waitUntil('the addresses', isUp).catch(() => child.kill('SIGKILL'));
  return {
    port,
    inboxPort,
    url: `http://${loopback}:${port}`,
    inboxUrl: `http://localhost:${inboxPort}`,
    addresses: Object.fromEntries(
      Array.from(output.stdout.matchAll(/^ {2}(\S.*?) {2,}(http\S+)$/gm), (m) => m.slice(1)),
    ),
    stop() {
      child.kill('SIGTERM');
      return waitUntil('the start script to end', () => end && { ...end, ...output });
    },
  };
}

function knock(port: number, host = loopback): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ port, host });
    socket.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code));
    socket.once('connect', () => {
      socket.destroy();
      resolve('connected');
    });
  });
}

test('without SENTRY_DSN there is a local inbox on loopback, which shows errors', async ({ page }, testInfo) => {
  const printed: string[] = [];
  page.on('console', (message) => void (message.type() === 'error' && printed.push(message.text())));
  page.on('pageerror', (error) => void printed.push(error.message));
  const askedElsewhere: string[] = [];
  await page.route(
    ({ hostname }) => ![loopback, 'localhost'].includes(hostname),
    async (route) => {
      askedElsewhere.push(route.request().url());
      await route.abort();
    },
  );
  const started = await startScript({ OUTBOX_DIR: testInfo.outputPath('outbox') });
  const { url, port, inboxPort, inboxUrl, addresses, stop } = started;
  const example = `${url}/sentry-example-page`;
  expect(addresses).toEqual({ Application: url, 'Example page': example, 'Local inbox': inboxUrl });
  expect(await Promise.all([knock(port), knock(inboxPort)])).toEqual(['connected', 'connected']);
  // A server on all addresses listens on 127.0.0.2 too.
  expect(await knock(inboxPort, '127.0.0.2')).toBe('ECONNREFUSED');

  await page.goto(`${example}?fail=server-render`);
  await expect(eventState(page)).toHaveText('sent');
  const digest = await shownReference(page, 'Digest');
  printed.length = 0; // The framework's words for it.

  const { row, id: eventId } = await failInBrowser(page, { url: example });
  await expect(page.getByText('Events go to the local inbox.')).toBeVisible();
  expect(printed).toEqual([expect.stringMatching(sampleError)]);

  await row.getByRole('link', { name: `Event: ${eventId}` }).click();
  await expect(page.getByText('Sample error: an event handler threw.').first()).toBeVisible({ timeout: 60_000 });
  expect(new URL(page.url()).origin).toBe(inboxUrl);
  await page.goto(example);

  await page.getByRole('link', { name: 'the local inbox' }).click();
  await page.getByRole('link', { name: /^Errors/ }).click();
  const shown = page.getByRole('main').getByRole('link');
  await expect(shown).toHaveCount(2, { timeout: 60_000 }); // The inbox shows them when it gets to it.
  const eventOf = (id: string) => shown.filter({ hasText: id.slice(0, 8) });
  await expect(eventOf(eventId)).toContainText('Sample error: an event handler threw.');
  await expect(eventOf(digest)).toContainText('Sample error: a Server Component threw before the page was sent.');
  expect(askedElsewhere, 'the page of the inbox reports nothing to its maker').toEqual([]);

  await page.context().close(); // A server waits for the connections that a browser holds open.
  const { code, stderr } = await stop();
  const printedByNext = /^\s*⨯ Error: Sample error: [^]*?\n\s*}\s*\n/;
  expect([code, stripVTControlCharacters(stderr).replace(printedByNext, '')]).toEqual([0, '']);
  expect(await Promise.all([knock(port), knock(inboxPort)])).toEqual(['ECONNREFUSED', 'ECONNREFUSED']);
});
