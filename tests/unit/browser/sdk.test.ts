// @vitest-environment happy-dom
import type { Window } from 'happy-dom';
import consoleOfNode from 'node:console';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openEnvelope } from '../../../candor/delivery/envelope';
import type { CaptureReport } from '../../../candor/browser/report';
import { createReportStorage } from '../../../candor/browser/report-storage';
import { startBrowserSdk } from '../../../candor/browser/sdk';
import type { EventState } from '../../../candor/event-state';
import { takeConsole } from '../../support/quiet-console';
import { waitUntil } from '../../support/wait-until';
import { installLocks, stubLocks } from './fake-locks';
import { aFailure, aFeedback, storedFor, tamper } from './make-reports';

// Node would resolve this to the server's SDK.
vi.mock('@sentry/nextjs', () => vi.importActual('@sentry/browser'));

type Arrived = { type: string; event: Record<string, unknown> };
let arrived: Arrived[];
let states: [string, EventState][];
let settings: { status: number; body: object };

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    if (request.method === 'GET') {
      const isAboutEvent = request.url?.includes('event=');
      response.statusCode = isAboutEvent ? 200 : settings.status;
      return response.end(JSON.stringify(isAboutEvent ? { state: 'unknown' } : settings.body));
    }
    if (request.headers['content-type'] === 'application/reports+json') return response.end();
    const { rest } = openEnvelope(Buffer.concat(chunks));
    const [, itemHeader = '', payload = ''] = Buffer.from(rest).toString('utf8').split('\n');
    const { type } = JSON.parse(itemHeader) as { type: string };
    arrived.push({ type, event: JSON.parse(payload) as Arrived['event'] });
    response.end('{"state":"sent"}');
  });
});

beforeEach(async () => {
  arrived = [];
  states = [];
  settings = { status: 200, body: { reporting: 'on', environment: 'staging' } };
  localStorage.clear();
  vi.spyOn(consoleOfNode, 'error').mockImplementation(() => {}); // Where happy-dom logs every failed request.
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  (window as unknown as Window).happyDOM.setURL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/now?a#b`);
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

async function start(storage = createReportStorage()) {
  const own = states; // An SDK of an earlier test may still set states.
  return startBrowserSdk(storage, (...state) => own.push(state), new Map());
}

/** Captures a report, and returns what arrives at the service. */
async function sent(report: Parameters<CaptureReport>[0]): Promise<Arrived> {
  (await start())(report);
  return waitUntil('the arrival', () => arrived[0]);
}

test('sends no breadcrumb later than its failure, though the clock was set back in between', async () => {
  const at = new Date(Date.UTC(2026, 10, 20, 12));
  const breadcrumbs = [{ category: 'ui.click', message: 'a.home', timestamp: at.getTime() / 1000 + 3_600 }];
  const { event } = await sent(aFailure(new Error('broken'), { at, breadcrumbs }));
  expect(event.breadcrumbs).toEqual([{ ...breadcrumbs[0], timestamp: at.getTime() / 1000 }]);
});

test('sends a failure under its id, with its own time, URL, breadcrumbs and build', async () => {
  const at = new Date(Date.UTC(2026, 10, 20, 12, 29, 5, 999));
  const breadcrumbs = [{ category: 'ui.click', message: 'button#buy', timestamp: 1_795_000_000 }];
  const made = { at, breadcrumbs };
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
  await waitUntil('the state', () => states[0]);
  expect(states).toEqual([[failure.eventId, { state: 'sent', afterMs: expect.any(Number) }]]);
});

test('sends feedback under its own id, about the event', async () => {
  const feedback = aFeedback();
  const { type, event } = await sent(feedback);
  expect(type).toBe('feedback');
  expect(event).toMatchObject({
    event_id: feedback.eventId,
    timestamp: feedback.at.getTime() / 1000,
    contexts: { feedback: { message: 'I slept.', associated_event_id: feedback.about, url: feedback.url } },
  });
  await waitUntil('the state', () => states[0]);
  expect(states).toEqual([[feedback.eventId, { state: 'sent', afterMs: expect.any(Number) }]]);
});

test('renames the files of a stack to their names in source maps', async () => {
  const stack = `Error: x\n    at run (${location.origin}/_next/static/chunks/a.js:1:2)`;
  const { event } = await sent(aFailure(Object.assign(new Error('x'), { stack })));
  expect(JSON.stringify(event.exception)).toContain('"app:///_next/static/chunks/a.js"');
});

test.each([['text'], [undefined], [null], [Symbol('s')], [{ a: 1 }], [Object.freeze(new Error('x'))]])(
  'sends the thrown value %o',
  async (thrown) => {
    const failure = aFailure(thrown);
    expect((await sent(failure)).event.event_id).toBe(failure.eventId);
  },
);

test('settles each report as `off` when reporting is off, and sends and stores none', async () => {
  settings.body = { reporting: 'off', environment: 'staging' };
  const storage = createReportStorage();
  const reports = [aFailure(new Error('x')), aFeedback()];
  for (const report of reports) storage.save(report);
  const capture = await start(storage);
  expect(states).toEqual([]);
  for (const report of reports) capture(report);
  expect(states).toEqual(reports.map(({ eventId }) => [eventId, { state: 'off' }]));
  expect(localStorage).toHaveLength(0);
  // Arrives later than any of the reports above would have.
  settings.body = { reporting: 'on', environment: 'staging' };
  const later = aFailure(new Error('later'));
  await sent(later);
  expect(arrived.map(({ event }) => event.event_id)).toEqual([later.eventId]);
});

test('removes orphaned reports when reporting is off', async () => {
  settings.body = { reporting: 'off', environment: 'staging' };
  const locks = installLocks();
  const earlier = createReportStorage();
  earlier.save(aFailure(new Error('orphaned')));
  locks.endPage(earlier);
  await start();
  await waitUntil('the removal', () => localStorage.length === 0);
  expect(states).toEqual([]);
});

test('settles a report as `off` in a browser that rejects locks', async () => {
  settings.body = { reporting: 'off', environment: 'staging' };
  stubLocks({ request: () => Promise.reject(new DOMException('no locks here', 'SecurityError')) });
  const storage = createReportStorage();
  const failure = aFailure(new Error('x'));
  storage.save(failure);
  const capture = await start(storage);
  capture(failure);
  expect(states).toEqual([[failure.eventId, { state: 'off' }]]);
  const warned: string[] = [];
  await waitUntil('both warnings', () => warned.push(...takeConsole('warn')) === 2);
});

test('does not start when the server fails or responds with no settings', async () => {
  settings.status = 503;
  await expect(start()).rejects.toThrow('/monitoring responded with 503');
  for (const body of [{}, [], { reporting: 'maybe', environment: 'x' }, { reporting: 'on', environment: 5 }]) {
    settings = { status: 200, body };
    await expect(start()).rejects.toThrow('The response of /monitoring has no settings.');
  }
});

test('sends 200 failures that are captured at once', async () => {
  const capture = await start();
  const failures = Array.from({ length: 200 }, (_, index) => aFailure(new Error(`${index}`)));
  for (const failure of failures) capture(failure);
  await waitUntil('all of them', () => arrived.length === 200);
  expect(new Set(arrived.map(({ event }) => event.event_id))).toEqual(new Set(failures.map(({ eventId }) => eventId)));
});

test('sends orphaned reports, with the build that they come from', async () => {
  const locks = installLocks();
  const earlier = createReportStorage();
  const failure = aFailure(new Error('orphaned'));
  earlier.save(failure);
  tamper(failure, { release: 'an earlier build' });
  locks.endPage(earlier);
  await start();
  expect(await waitUntil('the arrival', () => arrived[0])).toMatchObject({
    event: { event_id: failure.eventId, release: 'an earlier build', timestamp: failure.at.getTime() / 1000 },
  });
  expect(await waitUntil('the state', () => states[0])).toMatchObject([failure.eventId, { state: 'sent' }]);
  expect(storedFor(failure)).toBeUndefined();
});

const fail = () => {
  throw new Error('tell nobody');
};

test.each<[string, unknown]>([
  ['an object whose keys cannot be read', new Proxy({}, { ownKeys: fail })],
  ['an object that cannot be read at all', new Proxy({}, { getPrototypeOf: fail, get: fail, has: fail })],
  ['an error whose message cannot be read', Object.defineProperty(new Error(), 'message', { get: fail })],
  ['an error whose stack cannot be read', Object.defineProperty(new Error(), 'stack', { get: fail })],
])('sends %s as one that cannot be read', async (_, thrown) => {
  const { event } = await sent(aFailure(thrown));
  expect(event.exception).toMatchObject({ values: [{ value: 'An unreadable object' }] });
});

test('drops a report of which no event can be made, with a reason, and sends the next', async () => {
  const capture = await start();
  const [bad, good] = [{ ...aFailure('bad'), breadcrumbs: 7 as never }, aFailure(new Error('good'))];
  capture(bad);
  capture(good);
  await waitUntil('the next', () => arrived[0]);
  expect(states).toContainEqual([bad.eventId, { state: 'dropped', reason: 'the reporter failed' }]);
  expect(takeConsole('warn')).toEqual([expect.stringContaining('The error reporter failed.')]);
});

test('drops an error that is not this site’s, with its reason, and sends the next', async () => {
  const capture = await start();
  const ignored = aFailure('Script error.');
  capture(ignored);
  capture(aFailure(new Error('good')));
  await waitUntil('the next', () => arrived.find(({ event }) => event.event_id !== undefined));
  expect(states).toContainEqual([ignored.eventId, { state: 'dropped', reason: 'a script of another site' }]);
});
