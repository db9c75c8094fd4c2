import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { accept, faults, respondWith } from '../support/fake-ingest';
import { waitUntil } from '../support/wait-until';
import {
  control,
  eventState,
  expect,
  failedToLoad,
  redactedServerError,
  sampleError,
  shownReference,
  test as base,
} from './fixtures';

const test = base.extend({
  ownSettings: async ({ service, outboxDir }, provide) => provide({ SENTRY_DSN: service.dsn, OUTBOX_DIR: outboxDir }),
});

const envelope = `{"event_id":"${'ab'.repeat(16)}"}\n{"type":"event"}\n{}`;

test.beforeEach(({ expectedOnConsole }) => {
  expectedOnConsole.push(failedToLoad(500), redactedServerError, sampleError);
});

test('an event that the service does not accept is queued, and arrives with the same bytes when the service is back', async ({
  page,
  start,
  service,
}) => {
  service.answer((response) => respondWith(503)(response));
  const { url, waitForLog } = await start();
  await page.goto(`${url}/failing-page`);
  await control(page, 'browser-error').click();
  const row = page.locator('[data-kind="browser-error"]');
  await expect(eventState(row)).toHaveText('queued');
  const eventId = await shownReference(row, 'Event');
  await waitForLog(({ msg, event, state }) => msg === 'event accepted' && event === eventId && state === 'queued');
  expect(await (await fetch(`${url}/monitoring`)).json()).toMatchObject({ delivery: { sent: 0, queued: 1 } });

  service.answer(accept);
  const isIt = ({ header }: { header: object }) => 'event_id' in header && header.event_id === eventId;
  const arrived = await waitUntil('the event', () => service.accepted.find(isIt));
  const [deferred] = service.arrivals.filter(isIt);
  expect(afterFirstLine(arrived.bytes)).toEqual(afterFirstLine(deferred?.bytes ?? Buffer.alloc(0)));
  expect(arrived.header.sent_at).not.toBe(deferred?.header.sent_at);
  await waitUntil('an empty outbox', async () => {
    const { delivery } = (await (await fetch(`${url}/monitoring`)).json()) as { delivery: object };
    return 'queued' in delivery && delivery.queued === 0 ? delivery : undefined;
  });
});

test('an event of the server outlives a kill, and arrives after the next start', async ({
  start,
  service,
  outboxDir,
}) => {
  service.answer(faults.hang ?? accept);
  const first = await start();
  void fetch(`${first.url}/failing-page?fail=server-render`).catch(() => undefined); // It is killed meanwhile.
  const { digest } = await first.waitForLog(({ msg }) => msg === 'request failed');
  await first.stop();
  expect(await readdir(outboxDir)).toHaveLength(1);

  service.answer(accept);
  const second = await start();
  const state = await (await fetch(`${second.url}/monitoring?event=${digest}`)).json();
  expect(['queued', 'sent']).toContain((state as { state: string }).state);
  await waitUntil('the event', () => service.accepted.find(({ event }) => event?.event_id === digest), 30_000);
});

test('SIGTERM ends an idle server and one that is delivering with 0, and leaves undelivered events on disk', async ({
  start,
  service,
  outboxDir,
}) => {
  expect(await (await start()).terminate()).toBe(0);

  service.answer(faults.hang ?? accept);
  const { url, waitForLog, terminate } = await start();
  await fetch(`${url}/failing-page?fail=server-render`);
  await waitForLog(({ msg }) => msg === 'request failed');
  expect(await terminate()).toBe(0);
  expect(await readdir(outboxDir)).toHaveLength(1);
});

test('where nothing can be kept browsers get 503, and the server’s events wait in memory', async ({
  start,
  service,
  outboxDir,
}) => {
  const file = join(outboxDir, 'file');
  await writeFile(file, '');
  service.answer((response) => respondWith(503)(response));
  const { url, waitForLog } = await start({ OUTBOX_DIR: join(file, 'outbox') });
  const response = await fetch(`${url}/monitoring`, { method: 'POST', body: envelope });
  expect(response.status).toBe(503);
  expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(0);
  await waitForLog(({ msg, reason }) => msg === 'the outbox cannot be written' && String(reason).startsWith('E'));

  await fetch(`${url}/failing-page?fail=server-render`);
  const { digest } = await waitForLog(({ msg }) => msg === 'request failed');
  service.answer(accept);
  await waitUntil('the event', () => service.accepted.find(({ event }) => event?.event_id === digest), 30_000);
});

test('a report that a browser could not send is kept, and arrives from the next page that it opens', async ({
  page,
  start,
  service,
  expectedOnConsole,
}) => {
  expectedOnConsole.push(failedToLoad(503));
  const { url } = await start();
  await page.route('**/monitoring', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 503, json: {} }) : route.continue(),
  );
  await page.goto(`${url}/failing-page`);
  const responded = page.waitForResponse((response) => response.status() === 503);
  await control(page, 'browser-error').click();
  const eventId = await shownReference(page, 'Event');
  await responded;
  await waitUntil('the report to be kept', async () => (await keptReports(page)) === 1);

  await page.unroute('**/monitoring');
  await page.goto(url);
  await waitUntil('the event', () => service.accepted.find(({ event }) => event?.event_id === eventId));
  await waitUntil('nothing to be kept', async () => (await keptReports(page)) === 0);
  expect(service.accepted).toHaveLength(1);
});

test('a post from another site is rejected, other methods too, and nothing is sent', async ({ start, service }) => {
  const { url } = await start();
  const body = envelope;
  const crossSite = await fetch(`${url}/monitoring`, {
    method: 'POST',
    body,
    headers: { Origin: 'https://evil.example' },
  });
  expect(crossSite.status).toBe(403);
  for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
    const response = await fetch(`${url}/monitoring`, { method });
    expect(response.status).toBe(405);
    expect(response.headers.get('Allow')).toBe('GET, HEAD, POST');
  }
  expect((await fetch(`${url}/monitoring`, { method: 'POST', body })).status).toBe(200);
  expect(service.arrivals).toHaveLength(1);
});

test('past BROWSER_EVENTS_PER_HOUR a report is kept by the browser, and the log and GET /monitoring say so', async ({
  page,
  start,
  service,
  expectedOnConsole,
}) => {
  expectedOnConsole.push(failedToLoad(429));
  const { url, log, waitForLog } = await start({ BROWSER_EVENTS_PER_HOUR: '1' });
  expect((await fetch(`${url}/monitoring`, { method: 'POST', body: envelope })).status).toBe(200);
  await page.goto(`${url}/failing-page`);
  await control(page, 'browser-error').click();
  await expect(eventState(page.locator('[data-kind="browser-error"]'))).toHaveText('queued');
  expect(await waitForLog(({ msg }) => msg === 'browser events limited')).toMatchObject({
    level: 'warn',
    limit: 1,
    per: 'hour',
    retryAfterSeconds: expect.any(Number),
  });
  const response = await fetch(`${url}/monitoring`, { method: 'POST', body: envelope });
  expect(response.status).toBe(429);
  expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(3_000);
  expect(await (await fetch(`${url}/monitoring`)).json()).toMatchObject({ delivery: { browserEventsRefused: 2 } });
  expect(log.filter(({ msg }) => msg === 'browser events limited')).toHaveLength(1);
  expect(await keptReports(page)).toBe(1);

  // An event of the server is not bounded by it.
  await fetch(`${url}/failing-page?fail=server-render`);
  const { digest } = await waitForLog(({ msg }) => msg === 'request failed');
  await waitUntil('the event', () => service.accepted.find(({ event }) => event?.event_id === digest));
});

function afterFirstLine(bytes: Buffer): Buffer {
  return bytes.subarray(bytes.indexOf('\n'));
}

function keptReports(page: Page): Promise<number> {
  return page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('candor.report.')).length);
}
