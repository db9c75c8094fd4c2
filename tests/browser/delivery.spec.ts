import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Route } from 'playwright/test';
import type { Application, LogLine } from '../support/application';
import { accept, faults, respondWith, type FakeIngest } from '../support/fake-ingest';
import { waitUntil } from '../support/wait-until';
import { keptIn } from '../unit/outbox/use-outbox';
import {
  control,
  expect,
  expecting,
  failedToLoad,
  failInBrowser,
  keptReports,
  mayPrint,
  sampleError,
} from './fixtures';
import { shownReference, test as base } from './fixtures';

const test = base.extend({
  ownSettings: async ({ service, outboxDir }, provide) => provide({ SENTRY_DSN: service.dsn, OUTBOX_DIR: outboxDir }),
});

const envelope = `{"event_id":"${'ab'.repeat(16)}"}\n{"type":"event"}\n{}`;
const postTo = (url: string, headers?: Record<string, string>) =>
  fetch(`${url}/monitoring`, { method: 'POST', body: envelope, headers });
const deliveryOf = async (url: string) =>
  ((await (await fetch(`${url}/monitoring`)).json()) as { delivery: Record<string, unknown> }).delivery;

/** Lets the server fail, and gives back the digest. */
async function fail({ url, waitForLog }: Application) {
  await fetch(`${url}/failing-page?fail=server-render`);
  return (await waitForLog(({ msg }) => msg === 'request failed')).digest;
}

const arrives = (service: FakeIngest, id: string | undefined) =>
  waitUntil('the event', () => service.accepted.find(({ event }) => event?.event_id === id), 30_000);

test.use(expecting(sampleError));

test('an event that is not accepted is queued, and arrives with the same bytes', async ({ page, start, service }) => {
  service.answer((response) => respondWith(503)(response));
  const { url, waitForLog } = await start();
  const { id: eventId } = await failInBrowser(page, { url: `${url}/failing-page`, state: 'queued' });
  await waitForLog(({ msg, event, state }) => msg === 'event accepted' && event === eventId && state === 'queued');
  expect(await deliveryOf(url)).toMatchObject({ sent: 0, queued: 1 });

  service.answer(accept);
  const isIt = ({ header }: { header: object }) => 'event_id' in header && header.event_id === eventId;
  const arrived = await waitUntil('the event', () => service.accepted.find(isIt));
  const [deferred] = service.arrivals.filter(isIt);
  expect(afterFirstLine(arrived.bytes)).toEqual(afterFirstLine(deferred?.bytes ?? Buffer.alloc(0)));
  expect(arrived.header.sent_at).not.toBe(deferred?.header.sent_at);
  await waitUntil('an empty outbox', async () => (await deliveryOf(url)).queued === 0);
});

test('an event of the server outlives a kill, and arrives after a start', async ({ start, service, outboxDir }) => {
  service.answer(faults.hang ?? accept);
  const first = await start();
  void fetch(`${first.url}/failing-page?fail=server-render`).catch(() => undefined); // It is killed meanwhile.
  const { digest } = await first.waitForLog(({ msg }) => msg === 'request failed');
  await first.stop();
  expect(keptIn(outboxDir)).toHaveLength(1);

  service.answer(accept);
  const second = await start();
  await arrives(service, digest);
  const state = await (await fetch(`${second.url}/monitoring?event=${digest}`)).json();
  expect(['sending', 'sent']).toContain((state as { state: string }).state);
});

test('SIGTERM ends a server with 0, and leaves undelivered events on disk', async ({ start, service, outboxDir }) => {
  expect(await (await start()).terminate()).toBe(0);

  service.answer(faults.hang ?? accept);
  const application = await start();
  await fail(application);
  expect(await application.terminate()).toBe(0);
  expect(keptIn(outboxDir)).toHaveLength(1);
});

test('where nothing can be kept browsers get 503, and events wait in memory', async ({ start, service, outboxDir }) => {
  const file = join(outboxDir, 'file');
  await writeFile(file, '');
  service.answer((response) => respondWith(503)(response));
  const application = await start({ OUTBOX_DIR: join(file, 'outbox') });
  const response = await postTo(application.url);
  expect(response.status).toBe(503);
  expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(0);
  const isOfOutbox = ({ msg, reason }: LogLine) => msg === 'the outbox cannot be written' && /^E/.test(String(reason));
  await application.waitForLog(isOfOutbox);

  const digest = await fail(application);
  service.answer(accept);
  await arrives(service, digest);
});

test('a report that a browser could not send arrives from its next page', async ({ page, start, service }) => {
  mayPrint(page, failedToLoad(503));
  const { url } = await start();
  const isPost = (route: Route) => route.request().method() === 'POST';
  const reject = (route: Route) => route.fulfill({ status: 503, json: {} });
  await page.route('**/monitoring', (route) => (isPost(route) ? reject(route) : route.continue()));
  await page.goto(`${url}/failing-page`);
  const responded = page.waitForResponse((response) => response.status() === 503);
  await control(page, 'browser-error').click();
  const eventId = await shownReference(page, 'Event');
  await responded;
  await waitUntil('the report to be kept', async () => (await keptReports(page)) === 1);

  await page.unroute('**/monitoring');
  await page.goto(url);
  await arrives(service, eventId);
  await waitUntil('nothing to be kept', async () => (await keptReports(page)) === 0);
  expect(service.accepted).toHaveLength(1);
});

test('a post from another site is rejected, other methods too, and nothing is sent', async ({ start, service }) => {
  const { url } = await start();
  expect((await postTo(url, { Origin: 'https://evil.example' })).status).toBe(403);
  for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
    const response = await fetch(`${url}/monitoring`, { method });
    expect(response.status).toBe(405);
    expect(response.headers.get('Allow')).toBe('GET, HEAD, POST');
  }
  expect((await postTo(url)).status).toBe(200);
  expect(service.arrivals).toHaveLength(1);
});

test('past BROWSER_EVENTS_PER_HOUR a report is kept by the browser, and the log and GET /monitoring say so', async ({
  page,
  start,
  service,
}) => {
  mayPrint(page, failedToLoad(429));
  const application = await start({ BROWSER_EVENTS_PER_HOUR: '1' });
  const { url, log, waitForLog } = application;
  expect((await postTo(url)).status).toBe(200);
  await failInBrowser(page, { url: `${url}/failing-page`, state: 'queued' });
  expect(await waitForLog(({ msg }) => msg === 'browser events limited')).toMatchObject({
    level: 'warn',
    limit: 1,
    per: 'hour',
    retryAfterSeconds: expect.any(Number),
  });
  const response = await postTo(url);
  expect(response.status).toBe(429);
  expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(3_000);
  expect(await deliveryOf(url)).toMatchObject({ browserEventsRefused: 2 });
  expect(log.filter(({ msg }) => msg === 'browser events limited')).toHaveLength(1);
  expect(await keptReports(page)).toBe(1);

  // An event of the server is not bounded by it.
  await arrives(service, await fail(application));
});

function afterFirstLine(bytes: Buffer): Buffer {
  return bytes.subarray(bytes.indexOf('\n'));
}
