// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { openEnvelope } from '../../../candor/src/envelope/envelope';
import type { CaptureReport } from '../../../candor/src/browser/report';
import { createReportStorage } from '../../../candor/src/browser/report-storage';
import { startBrowserSdk } from '../../../candor/src/browser/sdk';
import type { SdkOptions } from '../../../candor/src/shared/define-sdk-options';
import type { EventState } from '../../../candor/src/shared/event-state';
import { takeConsole } from '../../support/quiet-console';
import { waitUntil } from '../../support/wait-until';
import { installLocks, stubLocks } from './fake-locks';
import { aFailure, aFeedback, fail, storedFor, unreadable } from './make-reports';
import { servePage } from './serve-page';

// Node would resolve this to the server's SDK.
vi.mock('@sentry/nextjs', () => vi.importActual('@sentry/browser'));

const options = vi.hoisted<SdkOptions>(() => ({}));
vi.mock('../../../candor/src/options/none', () => ({ default: options }));

type Arrived = { type: string; event: Record<string, unknown> };
let arrived: Arrived[];
let states: [string, EventState][];
let counted: unknown[];
let settings: { status: number; body: object };
const reporting = (value: 'on' | 'off') => ({ status: 200, body: { reporting: value, environment: 'staging' } });

beforeEach(async () => {
  arrived = [];
  states = [];
  counted = [];
  for (const name of Object.keys(options)) Reflect.deleteProperty(options, name);
  settings = reporting('on');
  await servePage((response, body) => {
    const { method, url, headers } = response.req;
    if (url?.includes('event=')) return response.end('{"state":"unknown"}');
    response.statusCode = method === 'GET' ? settings.status : 200;
    if (method === 'GET') return response.end(JSON.stringify(settings.body));
    const ignored = headers['candor-ignored'];
    if (ignored !== undefined) {
      counted.push(ignored);
      return response.end();
    }
    const [, item = '', payload = ''] = Buffer.from(openEnvelope(body).rest).toString('utf8').split('\n');
    arrived.push({ ...(JSON.parse(item) as Arrived), event: JSON.parse(payload) as Arrived['event'] });
    return response.end('{"state":"sent"}');
  }, '/now?a#b');
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

async function expectSent({ eventId }: { eventId: string }) {
  await waitUntil('the state', () => states[0]);
  expect(states).toEqual([[eventId, { state: 'sent', afterMs: expect.any(Number) }]]);
}

/** A failure of a page that has closed. */
function anOrphan() {
  const locks = installLocks();
  const earlier = createReportStorage();
  const failure = aFailure(new Error('orphaned'));
  earlier.save(failure);
  locks.endPage(earlier);
  return failure;
}

test('sends a failure under its id, with its own time, URL, breadcrumbs and build', async () => {
  const at = new Date(Date.UTC(2026, 10, 20, 12, 29, 5, 999));
  // The clock was set back in between.
  const breadcrumbs = [{ category: 'ui.click', message: 'button#buy', timestamp: at.getTime() / 1000 + 3_600 }];
  const failure = aFailure(new TypeError('broken', { cause: new Error('why') }), { at, breadcrumbs });
  const { type, event } = await sent({ ...failure, release: 'an earlier build' });
  expect(type).toBe('event');
  expect(event).toMatchObject({
    event_id: failure.eventId,
    timestamp: at.getTime() / 1000,
    release: 'an earlier build',
    environment: 'staging',
    request: { url: 'http://candor.test/a', headers: { 'User-Agent': navigator.userAgent } },
    breadcrumbs: [{ ...breadcrumbs[0], timestamp: at.getTime() / 1000 }],
    sdk: { name: 'sentry.javascript.nextjs' },
    exception: {
      values: [
        { type: 'Error', value: 'why' },
        { type: 'TypeError', value: 'broken', mechanism: { type: 'candor.error', handled: false } },
      ],
    },
  });
  expect(event.user).toBeUndefined();
  await expectSent(failure);
});

test('sends feedback under its own id, about the event', async () => {
  const feedback = aFeedback();
  expect(await sent(feedback)).toMatchObject({
    type: 'feedback',
    event: {
      event_id: feedback.eventId,
      timestamp: feedback.at.getTime() / 1000,
      contexts: { feedback: { message: 'I slept.', associated_event_id: feedback.about, url: feedback.url } },
    },
  });
  await expectSent(feedback);
});

test('settles each report as `off` when reporting is off, and sends and stores none, also of earlier pages', async () => {
  settings = reporting('off');
  anOrphan();
  stubLocks({ request: () => Promise.reject(new DOMException('no locks here', 'SecurityError')) });
  const storage = createReportStorage();
  const reports = [aFailure(new Error('x')), aFeedback()];
  for (const report of reports) storage.save(report);
  const capture = await start(storage);
  expect(states).toEqual([]);
  for (const report of reports) capture(report);
  expect(states).toEqual(reports.map(({ eventId }) => [eventId, { state: 'off' }]));
  const warned: string[] = [];
  await waitUntil('both warnings', () => warned.push(...takeConsole('warn')) === 2);
  installLocks();
  anOrphan();
  await start();
  await waitUntil('the removal', () => localStorage.length === 0);
  // Arrives later than any of the reports above would have.
  settings = reporting('on');
  const later = aFailure(new Error('later'));
  await sent(later);
  expect(arrived.map(({ event }) => event.event_id)).toEqual([later.eventId]);
});

test('does not start when the server fails or responds with no settings', async () => {
  settings.status = 503;
  await expect(start()).rejects.toThrow('/monitoring responded with 503');
  for (const body of [{}, [], { reporting: 'maybe', environment: 'x' }, { reporting: 'on', environment: 5 }]) {
    settings = { status: 200, body };
    await expect(start()).rejects.toThrow('The response of /monitoring has no settings.');
  }
});

test('sends orphaned reports', async () => {
  const failure = anOrphan();
  await start();
  expect(await waitUntil('the arrival', () => arrived[0])).toMatchObject({ event: { event_id: failure.eventId } });
  expect(await waitUntil('the state', () => states[0])).toMatchObject([failure.eventId, { state: 'sent' }]);
  expect(storedFor(failure)).toBeUndefined();
});

test.each<[string, unknown]>([
  ['an object whose keys cannot be read', new Proxy({}, { ownKeys: fail })],
  ['an object that cannot be read at all', new Proxy({}, { getPrototypeOf: fail, get: fail, has: fail })],
  ['an error whose message cannot be read', unreadable('message')],
  ['an error whose stack cannot be read', unreadable('stack')],
])('sends %s as one that cannot be read', async (_, thrown) => {
  const { event } = await sent(aFailure(thrown));
  expect(event.exception).toMatchObject({ values: [{ value: 'An unreadable object' }] });
});

test.each([
  ['of which no event can be made', { ...aFailure('bad'), breadcrumbs: 7 as never }, 'the reporter failed'],
  ['that is not this site’s', aFailure('Script error.'), 'a script of another site'],
])('drops a report %s, with a reason, and sends the next', async (_, dropped, reason) => {
  const capture = await start();
  const good = aFailure(new Error('good'));
  for (const report of [dropped, good]) capture(report);
  const next = await waitUntil('the next', () => arrived[0]);
  expect(next.event.event_id).toBe(good.eventId);
  expect(states).toContainEqual([dropped.eventId, { state: 'dropped', reason }]);
  const warnings = reason === 'the reporter failed' ? [expect.stringContaining('The error reporter failed.')] : [];
  expect(takeConsole('warn')).toEqual(warnings);
});

test('the team’s release and tags are on events of this build, and the release on none of an earlier one', async () => {
  Object.assign(options, { release: 'of the team', tags: { team: 'shop' } });
  expect((await sent(aFailure(new Error('x'), { release: '' }))).event).toMatchObject({
    release: 'of the team',
    tags: { team: 'shop' },
  });
  arrived = [];
  const earlier = await sent(aFailure(new Error('x'), { release: 'earlier' }));
  expect(earlier.event).toMatchObject({ release: 'earlier', tags: { team: 'shop' } });
  arrived = [];
  expect(await sent(aFeedback())).toMatchObject({ type: 'feedback', event: { tags: { team: 'shop' } } });
});

test('what the team ignores or drops is dropped for that reason, and counted; a beforeSend that throws drops nothing', async () => {
  const ofTeam = {
    dropped: () => null,
    kept: (event: object) => ({ ...event, extra: { note: 'password=hunter2' } }),
    broken() {
      throw new Error('of the team');
    },
  };
  Object.assign(options, {
    ignoreErrors: ['of no interest'],
    beforeSend: (event: object, { originalException }: { originalException: { message: keyof typeof ofTeam } }) =>
      ofTeam[originalException.message](event),
  });
  const capture = await start();
  const reports = ['of no interest', 'dropped', 'kept', 'broken'].map((message) => aFailure(new Error(message)));
  reports.forEach((report) => capture(report));
  await waitUntil('both events', () => arrived.length === 2);
  const extraOf = (report = reports[0]) => arrived.find(({ event }) => event.event_id === report?.eventId)?.event.extra;
  expect(reports.slice(2).map(extraOf)).toEqual([{ note: 'password=[masked]' }, undefined]);
  const reasons = ['it matches ignoreErrors', 'beforeSend dropped it'];
  reasons.forEach((reason, at) => expect(states).toContainEqual([reports[at]?.eventId, { state: 'dropped', reason }]));
  await waitUntil('both counts', () => counted.length === 2);
  expect(counted).toEqual(reasons);
  expect(takeConsole('warn')).toEqual([expect.stringContaining('the event goes without it. Error: of the team')]);
});
