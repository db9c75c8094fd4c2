// @vitest-environment happy-dom
import type { Window } from 'happy-dom';
import consoleOfNode from 'node:console';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openEnvelope } from '../../../candor/delivery/envelope';
import { createBrowserOutbox } from '../../../candor/browser/report-storage';
import type { Capture } from '../../../candor/browser/reporter';
import type { EventState } from '../../../candor/event-state';
import { startBrowserSdk } from '../../../candor/browser/sdk';
import { takeConsole } from '../../support/quiet-console';
import { waitUntil } from '../../support/wait-until';
import { installLocks, stubLocks } from './fake-locks';
import { aFailure, aFeedback, keptOf, tamper } from './make-reports';

// Node would resolve this to the server's SDK.
vi.mock('@sentry/nextjs', () => vi.importActual('@sentry/browser'));

type Arrived = { type: string; event: Record<string, unknown> };
let arrived: Arrived[];
let told: [string, EventState][];
let state: { status: number; body: object };

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    if (request.method === 'GET') {
      const isAboutEvent = request.url?.includes('event=');
      response.statusCode = isAboutEvent ? 200 : state.status;
      return response.end(JSON.stringify(isAboutEvent ? { state: 'unknown' } : state.body));
    }
    const { rest } = openEnvelope(Buffer.concat(chunks));
    const [, itemHeader = '', payload = ''] = Buffer.from(rest).toString('utf8').split('\n');
    const { type } = JSON.parse(itemHeader) as { type: string };
    arrived.push({ type, event: JSON.parse(payload) as Arrived['event'] });
    response.end('{"state":"sent"}');
  });
});

beforeEach(async () => {
  arrived = [];
  told = [];
  state = { status: 200, body: { reporting: 'on', environment: 'staging' } };
  localStorage.clear();
  vi.spyOn(consoleOfNode, 'error').mockImplementation(() => {}); // Where happy-dom notes every failed request.
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  (window as unknown as Window).happyDOM.setURL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/now?a#b`);
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

function start() {
  const toldNow = told; // What an earlier test's is still told is of no later test.
  return startBrowserSdk(createBrowserOutbox(), (...fate) => toldNow.push(fate));
}

/** What arrives at the service of a report that is captured. */
async function sent(report: Parameters<Capture>[0]): Promise<Arrived> {
  (await start())(report);
  return waitUntil('its arrival', () => arrived[0]);
}

test('sends no breadcrumb with a later time than its failure, though the clock was set back in between', async () => {
  const at = new Date(Date.UTC(2026, 10, 20, 12));
  const breadcrumbs = [{ category: 'ui.click', message: 'a.home', timestamp: at.getTime() / 1000 + 3_600 }];
  const { event } = await sent(aFailure(new Error('broken'), { at, breadcrumbs }));
  expect(event.breadcrumbs).toEqual([{ ...breadcrumbs[0], timestamp: at.getTime() / 1000 }]);
});

test('sends a failure under its id, with its own time, address, breadcrumbs and build', async () => {
  const at = new Date(Date.UTC(2026, 10, 20, 12, 29, 5, 999));
  const breadcrumbs = [{ category: 'ui.click', message: 'button#buy', timestamp: 1_795_000_000 }];
  const made = { at, madeAt: performance.now(), breadcrumbs };
  const failure = aFailure(new TypeError('broken', { cause: new Error('why') }), made);
  const { type, event } = await sent({ ...failure, release: 'an earlier build' });
  expect(type).toBe('event');
  expect(event).toMatchObject({
    event_id: failure.eventId,
    timestamp: at.getTime() / 1000,
    release: 'an earlier build',
    environment: 'staging',
    request: { url: 'http://candor.test/a', headers: { 'User-Agent': navigator.userAgent } },
    breadcrumbs,
    sdk: { name: 'sentry.javascript.nextjs' },
  });
  expect(event.user).toBeUndefined();
  const { values } = event.exception as { values: object[] };
  expect(values).toEqual([
    expect.objectContaining({ type: 'Error', value: 'why' }),
    expect.objectContaining({ type: 'TypeError', value: 'broken' }),
  ]);
  expect(values[1]).toMatchObject({ mechanism: { type: 'candor.error', handled: false } });
  await waitUntil('its fate', () => told[0]);
  expect(told).toEqual([[failure.eventId, { state: 'sent', afterMs: expect.any(Number) }]]);
});

test("sends a visitor's words under their own id, about the event", async () => {
  const feedback = aFeedback({ madeAt: performance.now() });
  const { type, event } = await sent(feedback);
  expect(type).toBe('feedback');
  expect(event).toMatchObject({
    event_id: feedback.eventId,
    timestamp: feedback.at.getTime() / 1000,
    contexts: { feedback: { message: 'I slept.', associated_event_id: feedback.about, url: feedback.url } },
  });
  await waitUntil('its fate', () => told[0]);
  expect(told).toEqual([[feedback.eventId, { state: 'sent', afterMs: expect.any(Number) }]]);
});

test('names the files of a stack as source maps do', async () => {
  const stack = `Error: x\n    at run (${location.origin}/_next/static/chunks/a.js:1:2)`;
  const { event } = await sent(aFailure(Object.assign(new Error('x'), { stack })));
  expect(JSON.stringify(event.exception)).toContain('"app:///_next/static/chunks/a.js"');
});

test.each([['text'], [undefined], [null], [Symbol('s')], [{ a: 1 }], [Object.freeze(new Error('x'))]])(
  'sends %o, whatever was thrown',
  async (thrown) => {
    const failure = aFailure(thrown);
    expect((await sent(failure)).event.event_id).toBe(failure.eventId);
  },
);

test('tells of each report that reporting is off, and sends and keeps none', async () => {
  state.body = { reporting: 'off', environment: 'staging' };
  const outbox = createBrowserOutbox();
  const reports = [aFailure(new Error('x')), aFeedback()];
  for (const report of reports) outbox.keep(report);
  const capture = await startBrowserSdk(outbox, (...fate) => told.push(fate));
  expect(told).toEqual([]);
  for (const report of reports) capture(report);
  expect(told).toEqual(reports.map(({ eventId }) => [eventId, { state: 'off' }]));
  expect(localStorage).toHaveLength(0);
  // Later than any that was sent could have come.
  state.body = { reporting: 'on', environment: 'staging' };
  const later = aFailure(new Error('later'));
  await sent(later);
  expect(arrived.map(({ event }) => event.event_id)).toEqual([later.eventId]);
});

test('forgets what earlier pages have left when reporting is off', async () => {
  state.body = { reporting: 'off', environment: 'staging' };
  const locks = installLocks();
  const earlier = createBrowserOutbox();
  earlier.keep(aFailure(new Error('left')));
  locks.endPage(earlier);
  await start();
  await waitUntil('nothing to be left', () => localStorage.length === 0);
  expect(told).toEqual([]);
});

test('says that reporting is off in a browser that refuses locks', async () => {
  state.body = { reporting: 'off', environment: 'staging' };
  stubLocks({ request: () => Promise.reject(new DOMException('no locks here', 'SecurityError')) });
  const outbox = createBrowserOutbox();
  const failure = aFailure(new Error('x'));
  outbox.keep(failure);
  await waitUntil('the warning', () => takeConsole('warn')[0]);
  const capture = await startBrowserSdk(outbox, (...fate) => told.push(fate));
  capture(failure);
  expect(told).toEqual([[failure.eventId, { state: 'off' }]]);
  await waitUntil('the second warning', () => takeConsole('warn')[0]);
});

test('does not start when the server fails', async () => {
  state.status = 503;
  await expect(start()).rejects.toThrow('/monitoring answered 503');
});

test('sends all of many failures at once', async () => {
  const capture = await start();
  const failures = Array.from({ length: 200 }, (_, index) => aFailure(new Error(`${index}`)));
  for (const failure of failures) capture(failure);
  await waitUntil('all of them', () => arrived.length === 200);
  expect(new Set(arrived.map(({ event }) => event.event_id))).toEqual(new Set(failures.map(({ eventId }) => eventId)));
});

test('sends what earlier pages have left, and none of what is no report', async () => {
  const locks = installLocks();
  const earlier = createBrowserOutbox();
  const failure = aFailure(new Error('left'));
  earlier.keep(failure);
  tamper(failure, { release: 'an earlier build' });
  locks.endPage(earlier);
  await start();
  expect(await waitUntil('its arrival', () => arrived[0])).toMatchObject({
    event: { event_id: failure.eventId, release: 'an earlier build', timestamp: failure.at.getTime() / 1000 },
  });
  expect(await waitUntil('its fate', () => told[0])).toMatchObject([failure.eventId, { state: 'sent' }]);
  expect(keptOf(failure)).toBeUndefined();
});

const refuse = () => {
  throw new Error('tell nobody');
};

test.each<[string, object]>([
  ['an object that does not tell its keys', { thrown: new Proxy({}, { ownKeys: refuse }) }],
  ['an object that tells nothing', { thrown: new Proxy({}, { getPrototypeOf: refuse, get: refuse, has: refuse }) }],
  ['an error whose message cannot be read', { thrown: Object.defineProperty(new Error(), 'message', { get: refuse }) }],
  ['an error whose stack cannot be read', { thrown: Object.defineProperty(new Error(), 'stack', { get: refuse }) }],
  ['no breadcrumbs', { breadcrumbs: undefined }],
])('sends or drops a report with %s, with a reason, and sends the next', endsWithAFate);

async function endsWithAFate(_: string, change: object) {
  const capture = await start();
  const [bad, good] = [{ ...aFailure('bad'), ...change }, aFailure(new Error('good'))];
  capture(bad);
  capture(good);
  await waitUntil('the next', () => told.find(([id]) => id === good.eventId));
  const fate = await waitUntil('the fate of the bad one', () => told.find(([id]) => id === bad.eventId), 2_000);
  expect([
    { state: 'sent', afterMs: expect.any(Number) },
    { state: 'dropped', reason: 'the reporter failed' },
  ]).toContainEqual(fate[1]);
  takeConsole('warn');
}
