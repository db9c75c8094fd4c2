import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startInVain } from '../support/application';
import { expect, expecting, failInBrowser, sampleError, test } from './fixtures';

test.use(expecting(sampleError));

test('without SENTRY_DSN all works, and screens, tunnel and log say that reporting is off', async ({ page, start }) => {
  const { url, waitForLog } = await start({});
  await waitForLog(({ msg }) => msg === 'reporting is off');
  await failInBrowser(page, { url: `${url}/failing-page`, state: 'off' });

  const failed = await fetch(`${url}/failing-page?fail=server-render`);
  expect(failed.status).toBe(500);
  const digest = failed.headers.get('error-digest');
  expect(digest).toMatch(/^[0-9a-f]{32}$/);
  expect(await failed.text()).toContain(`Digest: ${digest}`);
  await waitForLog((line) => line.msg === 'request failed' && line.digest === digest);
  const response = await fetch(`${url}/monitoring`, { method: 'POST', body: '{}\n' });
  expect(response.status).toBe(404);
  expect(await response.json()).toEqual({ error: 'Reporting is off on this server.' });
});

test('bad settings end server.js with one line that names each of them and no key', async () => {
  const bad = { SENTRY_DSN: 'https://secretkey@example.org/', DRAIN_SECONDS: 'x' };
  const says = 'SENTRY_DSN has no project after the host; DRAIN_SECONDS must be a number from 0 to 999.';
  expect(await startInVain(bad)).toMatchObject({ code: 1, stderr: `Settings: ${says}\n` });
});

test('the doctor finds nothing here, and follows a failure to its delivery', async ({ start, service }) => {
  const { url, waitForLog } = await start({ SENTRY_DSN: service.dsn });
  const command = join(import.meta.dirname, '../../candor/dist/cli/main.js');
  const args = [command, 'doctor', '--json', '--url', url, '--fail', '/failing-page?fail=server-render'];
  const { stdout } = await promisify(execFile)(process.execPath, args); // Its status is 0.
  const { findings, notes } = JSON.parse(stdout) as { findings: unknown[]; notes: string[] };
  expect(findings).toEqual([]);
  const { digest } = await waitForLog(({ msg }) => msg === 'request failed');
  expect(notes.at(-1)).toMatch('/failing-page answered with 500');
  expect(notes.at(-1)).toMatch(new RegExp(`the reference ${digest}: delivered after \\d+ ms\\.$`));
});
