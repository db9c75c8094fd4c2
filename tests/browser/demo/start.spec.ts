import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { test as base } from 'playwright/test';
import { knock, loopback, startScript, type StartScript } from './start-script';
import { eventState, expect, failInBrowser, provideStart, sampleError, shownReference } from './fixtures';

/** The start script, started with the settings of each test; what a test leaves running is ended after it. */
const test = base.extend<{ start: (settings?: Record<string, string>) => Promise<StartScript> }>({
  // Set up before the page, and so ended after it: a server waits for the connections that a browser holds open.
  start: [
    async ({}, provide, testInfo) => {
      const OUTBOX_DIR = testInfo.outputPath('outbox');
      await provideStart((settings?: Record<string, string>) => startScript({ OUTBOX_DIR, ...settings }), provide);
    },
    { auto: true },
  ],
});

test('without SENTRY_DSN the example page links to a local inbox, which shows its errors', async ({ page, start }) => {
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
  const { url, inboxUrl, addresses } = await start();
  const example = `${url}/sentry-example-page`;
  expect(await addresses()).toEqual({ Application: url, 'Example page': example, 'Local inbox': inboxUrl });

  await page.goto(`${example}?fail=server-render`);
  await expect(eventState(page)).toHaveText('sent');
  const digest = await shownReference(page, 'Digest');
  printed.length = 0; // The framework's words for it.

  const { row, id: eventId } = await failInBrowser(page, { url: example });
  await expect(page.getByText('Events go to the local inbox.')).toBeVisible();
  expect(printed).toEqual([expect.stringMatching(sampleError)]);

  await row.getByRole('link', { name: `Event: ${eventId}` }).click();
  await expect(page.getByText('Sample error: an event handler threw.').first()).toBeVisible({ timeout: 20_000 });
  expect(new URL(page.url()).origin).toBe(inboxUrl);
  await page.goto(example);

  await page.getByRole('link', { name: 'the local inbox' }).click();
  await page.getByRole('link', { name: /^Errors/ }).click();
  expect(new URL(page.url()).origin).toBe(inboxUrl);
  const shown = page.getByRole('main').getByRole('link');
  await expect(shown).toHaveCount(2, { timeout: 20_000 }); // The inbox shows them when it gets to it.
  for (const [id, sender, message] of [
    [eventId, 'Browser', 'Sample error: an event handler threw.'],
    [digest, 'Server', 'Sample error: a Server Component threw before the page was sent.'],
  ] as const) {
    const event = shown.filter({ hasText: id.slice(0, 8) });
    await expect(event).toContainText(message);
    await expect(event).toContainText(sender);
    await expect(event).toHaveAttribute('href', new RegExp(`/${id}/`));
  }
  expect(askedElsewhere, 'the page of the inbox reports nothing to its maker').toEqual([]);
});

test('the inbox listens on loopback only, and SIGTERM ends it and the application with status 0', async ({ start }) => {
  const { port, inboxPort, addresses, kill, ended } = await start();
  await addresses();
  const others = Object.values(networkInterfaces())
    .flatMap((found) => found ?? [])
    .filter(({ internal, scopeid }) => !internal && !scopeid) // A link-local address is none without its interface.
    .map(({ address }) => address);
  // A server on all addresses listens on 127.0.0.2 too: so a machine without a network tells the two apart as well.
  for (const address of ['127.0.0.2', ...others]) {
    expect(await knock(inboxPort, address), `the inbox at ${address}`).toBe('ECONNREFUSED');
  }
  expect(await Promise.all([knock(port), knock(inboxPort)])).toEqual(['connected', 'connected']);

  kill('SIGTERM');
  expect(await ended()).toMatchObject({ code: 0, stderr: '' });
  expect(await Promise.all([knock(port), knock(inboxPort)])).toEqual(['ECONNREFUSED', 'ECONNREFUSED']);
});

test('with an empty SENTRY_DSN there is no inbox, and the page says that reporting is off', async ({ start }) => {
  const { url, port, inboxPort, addresses, kill, ended } = await start({ SENTRY_DSN: '' });
  expect(await addresses()).toEqual({ Application: url, 'Example page': `${url}/sentry-example-page` });
  expect(await knock(inboxPort)).toBe('ECONNREFUSED');
  const page = await (await fetch(`${url}/sentry-example-page`)).text();
  expect(page).toContain('Reporting is off');
  expect(page).not.toContain('the local inbox');

  kill('SIGINT');
  expect(await ended()).toMatchObject({ code: 0, stderr: '' });
  expect(await knock(port)).toBe('ECONNREFUSED');
});

for (const setting of ['PORT', 'INBOX_PORT']) {
  test(`a port in use ends the start with one line that names ${setting}`, async ({ start }) => {
    const occupant = createServer().listen(0, loopback);
    await once(occupant, 'listening');
    const { port } = occupant.address() as AddressInfo;
    try {
      const { ended } = await start({ [setting]: String(port) });
      const stderr = `${setting} ${port} is in use on ${loopback}: stop what listens there, or set another ${setting}.\n`;
      expect(await ended()).toEqual({ code: 1, stdout: '', stderr });
    } finally {
      occupant.close();
    }
  });
}

test('bad settings end the start with one line that names each', async ({ start }) => {
  const SENTRY_DSN = 'https://secretkey@example.org/';
  const { ended } = await start({ SENTRY_DSN, PORT: 'eighty', INBOX_PORT: '0' });
  const stderr =
    'Settings: SENTRY_DSN has no project after the host; PORT must be a number from 1 to 65535; INBOX_PORT must be a number from 1 to 65535.\n';
  expect(await ended()).toEqual({ code: 1, stdout: '', stderr });
});
