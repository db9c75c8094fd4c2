import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { startInVain } from '../support/application';
import { respondWith } from '../support/fake-ingest';
import { eventState, expect, expecting, failedToLoad, failInBrowser, mayPrint } from './fixtures';
import { redactedServerError, sampleError, test } from './fixtures';

test.use(expecting(sampleError));

test('without SENTRY_DSN all works, and screens, tunnel and log say that reporting is off', async ({ page, start }) => {
  const { url, waitForLog } = await start({});
  await waitForLog(({ msg }) => msg === 'reporting is off');
  await failInBrowser(page, { url: `${url}/failing-page`, state: 'off' });

  const failed = await fetch(`${url}/failing-page?fail=server-render`);
  expect(failed.status).toBe(500);
  expect((await waitForLog(({ msg }) => msg === 'request failed')).digest).toMatch(/^[0-9a-f]{32}$/);
  const response = await fetch(`${url}/monitoring`, { method: 'POST', body: '{}\n' });
  expect(response.status).toBe(404);
  expect(await response.json()).toEqual({ error: 'Reporting is off on this server.' });
});

test('with the service out of reach all works, and the log says why', async ({ page, start, service }) => {
  mayPrint(page, failedToLoad(500), redactedServerError);
  const { url, waitForLog } = await start({ SENTRY_DSN: service.dsn });
  await service.close();

  await page.goto(`${url}/failing-page?fail=server-render`);
  const { digest } = await waitForLog(({ msg }) => msg === 'request failed');
  await expect(page.getByText(`Digest: ${digest}`)).toBeVisible();
  const { reason } = await waitForLog(({ msg, event }) => msg === 'event not delivered' && event === digest);
  expect(reason).toBe('the service cannot be reached');
  await expect(eventState(page)).toHaveText('queued');
});

test('an event that the service rejects is dropped, and screen and log say so', async ({ page, start, service }) => {
  mayPrint(page, failedToLoad(403));
  service.answer(respondWith(403, { detail: 'Project is disabled' }));
  const { url, waitForLog } = await start({ SENTRY_DSN: service.dsn });
  await failInBrowser(page, { url: `${url}/failing-page`, state: 'dropped: Project is disabled' });
  const line = await waitForLog(({ msg }) => msg === 'event not delivered');
  expect(line).toMatchObject({ status: 403, detail: 'Project is disabled' });
});

for (const { what, settings, line } of [
  {
    what: 'bad settings end server.js with one line that names each of them and no key',
    settings: { SENTRY_DSN: 'https://secretkey@example.org/', DRAIN_SECONDS: 'x' },
    line: 'SENTRY_DSN has no project after the host; DRAIN_SECONDS must be a number from 0 to 999.',
  },
  {
    what: 'a bad PORT ends server.js with one line, instead of another port',
    settings: { PORT: 'eighty' },
    line: 'PORT must be a number from 1 to 65535.',
  },
]) {
  test(what, async () => {
    expect(await startInVain(settings)).toEqual({ code: 1, stderr: `Settings: ${line}\n` });
  });
}

test('a port in use ends server.js with one line', async () => {
  const occupant = createServer().listen(0, '127.0.0.1');
  await once(occupant, 'listening');
  const { port } = occupant.address() as AddressInfo;
  const stderr = `PORT ${port} is in use on 127.0.0.1: stop what listens there, or set another PORT.\n`;
  expect(await startInVain({ PORT: String(port) })).toEqual({ code: 1, stderr });
  occupant.close();
});

test('GET /monitoring says that the server is ready, also with reporting off or down', async ({ start, service }) => {
  await service.close();
  const nothing = { sent: 0, queued: 0, dropped: {} };
  for (const SENTRY_DSN of [service.dsn, '']) {
    const ready = await fetch(`${(await start({ SENTRY_DSN })).url}/monitoring`);
    expect(ready.status).toBe(200);
    expect(ready.headers.get('Cache-Control')).toBe('no-store');
    expect(await ready.json()).toEqual({
      versions: expect.objectContaining({ node: process.versions.node }),
      patches: expect.objectContaining({ missing: [] }),
      reportedByBrowsers: {},
      policy: { mode: 'enforce', reports: {} },
      reporting: SENTRY_DSN === '' ? 'off' : 'on',
      environment: 'production',
      release: expect.stringMatching(/./),
      delivery: { ...nothing, oldestQueuedSeconds: null, downSince: null, browserEventsRefused: 0 },
      ignored: {},
      filesOfOtherBuilds: 0,
      frames: { mapped: 0, leftRaw: {} },
    });
  }
});

test('logs an unusable outbox once, at the start, and serves', async ({ start }) => {
  const file = join(import.meta.dirname, 'settings.spec.ts');
  const { url, log } = await start({ SENTRY_DSN: 'http://key@127.0.0.1:9/1', OUTBOX_DIR: join(file, 'outbox') });
  expect((await fetch(url)).status).toBe(200);
  expect(log.map(({ level, msg, reason }) => ({ level, msg, reason }))).toEqual([
    { level: 'error', msg: 'the outbox cannot be read', reason: 'ENOTDIR' },
    { level: 'error', msg: 'the outbox cannot be written', reason: 'ENOTDIR' },
  ]);
});
