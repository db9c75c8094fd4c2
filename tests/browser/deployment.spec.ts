import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { standalone, startProcess } from '../support/application';
import { startFakeIngest } from '../support/fake-ingest';
import { waitUntil } from '../support/wait-until';
import { rawRequest } from '../support/raw-request';
import { countersOf, expect, expecting, failedToLoad, failInBrowser, provideStart } from './fixtures';
import { sampleError, test as base } from './fixtures';

const test = base.extend<{ folder: string }>({
  folder: async ({}, provide) => {
    const place = await mkdtemp(join(tmpdir(), 'candor-deployed-'));
    const folder = join(place, 'application');
    await cp(standalone.tested, folder, { recursive: true, verbatimSymlinks: true });
    await provide(folder);
    await rm(place, { recursive: true });
  },
  start: ({ folder }, provide) =>
    provideStart((settings = {}) => startProcess(() => ['server.js'], settings, folder), provide),
});

test.use(expecting(sampleError, failedToLoad(500)));

test('one build serves two environments', async ({ page, folder, start, service, request }) => {
  const otherService = await startFakeIngest();
  for (const [environment, ingest] of Object.entries({ staging: service, 'production-2': otherService })) {
    const OUTBOX_DIR = join(folder, '../../candor/src/outbox/disk/disk-outbox', environment);
    const { url, waitForLog } = await start({ SENTRY_DSN: ingest.dsn, SENTRY_ENVIRONMENT: environment, OUTBOX_DIR });
    expect((await request.get(`${url}/icon.svg`)).status()).toBe(200);
    expect((await request.get(`${url}/failing-page?fail=server-render`)).status()).toBe(500);
    const { digest = '' } = await waitForLog(({ msg }) => msg === 'request failed');
    const { id: eventId } = await failInBrowser(page, { url: `${url}/failing-page` });
    for (const id of [digest, eventId]) await ingest.waitForEvent(({ event_id }) => event_id === id);
    const arrived = ingest.arrivals.map(({ event }) => [event?.event_id, event?.environment]);
    expect(new Map(arrived as [string, string][])).toEqual(new Map([digest, eventId].map((id) => [id, environment])));
    // Of both sources, though Next gives instrumentation and route handlers an instance each of every module.
    await waitUntil('both to be counted', async () => (await countersOf({ url })).delivery.sent === 2);
  }
  await page.goto('about:blank');
  await otherService.close();
});

test('a page whose file is gone has one reference in all places', async ({ folder, start, service }) => {
  await rm(join(folder, '.next/server/app/failing-page/page.js'));
  const { url, log } = await start({ SENTRY_DSN: service.dsn });
  const { status, headers, body } = await rawRequest(url, { path: '/failing-page', headers: { Accept: 'text/html' } });
  const digest = headers['error-digest'];
  expect([status, headers['content-type']]).toEqual([500, 'text/html; charset=utf-8']);
  expect(body.toString()).toContain(`Digest: ${digest}`);
  await service.waitForEvent(({ event_id }) => event_id === digest);
  expect(log.filter(({ msg }) => msg === 'request failed')).toMatchObject([
    { digest, path: '/failing-page', routeType: 'last-resort', error: { code: 'MODULE_NOT_FOUND' } },
  ]);
});
