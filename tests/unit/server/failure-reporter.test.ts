import { parameterize, Scope } from '@sentry/core';
import { notFound, redirect } from 'next/navigation';
import { beforeEach, describe, expect, test } from 'vitest';
import { BoundedMap } from '../../../candor/src/shared/bounded-map';
import { isEventId } from '../../../candor/src/shared/digest';
import type { FailedRequest } from '../../../candor/src/server/failure-reporter';
import { installDigest } from '../../../candor/src/server/install-digest';
import { runInContext } from '../../../candor/src/http/request-context';
import { rememberError, shownDigestOf } from '../../../candor/src/server/shown-digest';
import { createWaitingLines } from '../../../candor/src/server/waiting-lines';
import { mapError } from '../../../candor/src/sources/stack-text';
import type { ReadError } from '../../../candor/src/scrubbing/log-format';
import { takeConsole } from '../../support/quiet-console';
import { waitUntil } from '../../support/wait-until';
import { inRequest } from './in-request';
import { aRequest, build, eventId, setUpFailures, withDigest } from './set-up-failure-reporter';
import { thrownBy } from './thrown-by';

installDigest();

const otherId = eventId.replace('0', '1');
const ofLibrary = '2338064195';
const call = { eventId, scope: new Scope(), repeat: () => {} };

let { lines, captured, dropped, failures } = setUpFailures();
const setUp = (options?: Parameters<typeof setUpFailures>[0]) =>
  ({ lines, captured, dropped, failures } = setUpFailures(options));
beforeEach(() => void setUp());
const pastBudget = { budget: { take: () => ({ isWhole: false, count: 7 }) } as const };

const fail = (thrown: unknown, unlike?: Partial<FailedRequest>) => failures.requestFailed(thrown, aRequest(unlike));

/** Its `run` runs code in one and the same request. */
function oneRequest() {
  const request = { headers: {} };
  return <Result>(work: () => Result) => runInContext({ request }, work);
}

test('the hook does not wait for a line that waits for its sources', async () => {
  const file = '/srv/.next/server/a.js';
  let found = () => {};
  const source = { file: 'app/page.tsx', line: 4, column: 2, function: 'Page', inApp: true };
  const mapLater = (error: ReadError) =>
    new Promise<ReadError>((resolve) => (found = () => resolve(mapError(error, () => source))));
  setUp({ waiting: createWaitingLines({ isOfBuild: (place) => place.file === file, mapError: mapLater }) });
  const error = withDigest(eventId);
  error.stack = `Error: broken\n    at a (${file}:1:5)`;
  await fail(error);
  expect(captured).toHaveLength(1);
  expect(lines).toEqual([]);
  found();
  const [line] = await waitUntil('the line', () => lines.length === 1 && lines);
  expect(line).toMatchObject({
    digest: eventId,
    ...build,
    error: { stack: 'Error: broken\n    at Page (app/page.tsx:4:2)' },
  });
  expect(Object.keys(line ?? {}).slice(0, 3)).toEqual(['level', 'time', 'digest']);
});

test('writes one line and captures one event of a failed request, both under the digest', async () => {
  const error = withDigest(eventId);
  await fail(error);
  expect(lines).toEqual([
    {
      level: 'error',
      time: expect.any(String),
      msg: 'request failed',
      digest: eventId,
      ...{ path: '/a', method: 'GET', route: '/[slug]', routeType: 'render' },
      ...build,
      error: { type: 'Error', message: 'broken', stack: error.stack },
    },
  ]);
  const tags = { digest: eventId, route: '/[slug]', route_type: 'render' };
  const request = { method: 'GET', url: '/a' };
  const context = { transaction: 'GET /[slug]', tags, request, isHandled: false };
  expect(captured).toEqual([[error, eventId, context]]);
});

test.each([
  ['skips a failure that another handler of the same request has reported', eventId, 'last-resort', 1],
  ['logs both failures of a request that failed twice', otherId, 'render', 2],
])('%s', async (_, digest, routeType, count) => {
  const request = aRequest();
  await failures.requestFailed(withDigest(eventId), request);
  await failures.requestFailed(withDigest(digest), { ...request, routeType });
  expect(lines).toHaveLength(count);
  expect(captured).toHaveLength(count);
});

test('logs every request that failed with an error of the same written digest, and captures it once', async () => {
  await fail(withDigest(eventId), { path: '/a' });
  await fail(withDigest(eventId), { path: '/b' });
  expect(lines).toMatchObject([{ path: '/a' }, { path: '/b' }]);
  expect(captured).toHaveLength(1);
});

test.each([['a string'], [null]])('gives %o an event id of its own, each time', async (thrown) => {
  await fail(thrown);
  await fail(thrown);
  const ids = captured.map(([, eventId]) => eventId);
  expect(ids.filter(isEventId)).toHaveLength(2);
  expect(new Set(ids).size).toBe(2);
  expect(lines.map(({ digest, event }) => ({ digest, event }))).toEqual(ids.map((digest) => ({ digest })));
});

test.each([
  ['with a digest of a library', withDigest('sha256:2cf24dba')],
  ['without a digest', new Error('of a module')],
])('one error object %s that fails two requests is two occurrences, with digest, line and event', async (_, thrown) => {
  const ids = [oneRequest(), oneRequest()].map((inOne) => {
    const digest = inOne(() => shownDigestOf(thrown));
    void inOne(() => fail(thrown));
    return digest;
  });
  await waitUntil('both lines', () => lines.length === 2);
  expect(new Set(ids).size).toBe(2);
  expect(captured.map(([value, eventId]) => [value, eventId])).toEqual(ids.map((id) => [thrown, id]));
  expect(lines.map(({ digest }) => digest)).toEqual(ids);
  expect(shownDigestOf(thrown), 'outside of requests').toBe(ids[1]);
});

test('an error that interleaved requests share has one digest in each of them', () => {
  const shared = new Error('of a module');
  const [one, other] = [oneRequest(), oneRequest()];
  const digestIn = (inOne: typeof one) => inOne(() => shownDigestOf(shared));
  const [ofOne, ofOther] = [digestIn(one), digestIn(other)];
  expect([digestIn(one), digestIn(other)]).toEqual([ofOne, ofOther]);
  expect(ofOne).not.toBe(ofOther);
});

test('an error that came out of `use cache` is reported as itself, and not as the one that React made of it', async () => {
  const original = Object.assign(new TypeError('no stock'), { code: 'E_STOCK' });
  const digest = await inRequest(async () => {
    const shown = shownDigestOf(original) ?? '';
    const redacted = withDigest(shown);
    for (const error of [original, redacted]) rememberError(error, shown);
    await fail(redacted);
    return shown;
  });
  expect(captured.map(([thrown, eventId]) => [thrown, eventId])).toEqual([[original, digest]]);
  expect(lines).toMatchObject([{ digest, error: { type: 'TypeError', message: 'no stock', code: 'E_STOCK' } }]);
});

describe("what React throws to suspend a component, and the SDK's own client drops", () => {
  const suspense = () =>
    new Error('Suspense Exception: This is not a real error! It is an implementation detail of `use`.');
  const reason = 'React suspends';

  test('is neither event nor line when it is caught, but counted', async () => {
    const digest = failures.reportCaught(suspense());
    await failures.sdkCalled({ ...call, thrown: suspense() });
    expect([lines, captured, dropped]).toEqual([[], [], [digest, eventId].map((id) => [id, reason])]);
  });

  test('has a short line when a request fails by it, for its visitor has a digest', async () => {
    const thrown = suspense();
    await fail(thrown);
    const digest = shownDigestOf(thrown);
    expect(lines).toMatchObject([{ msg: 'request failed', digest, dropped: reason }]);
    expect([captured, dropped]).toEqual([[], [[digest, reason]]]);
  });
});

test('names no event in the log that was not captured', async () => {
  for (const error of [withDigest(ofLibrary), withDigest(ofLibrary)]) await fail(error);
  expect(lines).toHaveLength(2);
  for (const { event } of lines) expect(captured.map(([, id]) => id)).toContain(event);
});

test.each([
  ['a query', '/a?b=c#d', '/a'],
  ['a query with line breaks', '/a?b\nc\nd', '/a'],
  ['a fragment', '/a#b?c', '/a'],
  ['control characters', '/a\r\n{"level":"error"}\u001b[2J', '/a {"level":"error"} [2J'],
  ['a secret', '/reset/jo@example.org', '/reset/[masked]'],
])('logs and captures a path without %s', async (_, path, expected) => {
  await fail(withDigest(eventId), { path });
  expect(lines).toMatchObject([{ path: expected }]);
  expect(captured).toMatchObject([[{}, eventId, { request: { url: expected } }]]);
});

test('logs a method and a route without control characters, and truncates the method', async () => {
  await fail(withDigest(eventId), { method: `G\nT${'x'.repeat(100)}`, route: '/a\u2028b' });
  expect(lines[0]).toMatchObject({ method: `G T${'x'.repeat(17)}`, route: '/a b' });
});

test('writes one line and captures one event of a failure of the process', async () => {
  const error = withDigest(eventId);
  const tags = { digest: eventId, origin: 'unhandledRejection' };
  await failures.processFailed(error, 'unhandledRejection');
  expect(lines).toEqual([expect.objectContaining({ msg: 'process failed', ...tags })]);
  expect(captured).toMatchObject([[error, eventId, { transaction: 'unhandledRejection', tags }]]);
});

test('logs when reporting is off', async () => {
  setUp({ isReporting: false });
  await fail('broken');
  expect(lines).toHaveLength(1);
});

describe('while the event of a failure is being stored', () => {
  let keep = () => {};
  beforeEach(() => void setUp({ capturing: () => new Promise((resolve) => (keep = resolve)) }));

  test('the line of a request is not written yet', async () => {
    const reporting = fail(withDigest(eventId));
    await new Promise((resolve) => setImmediate(resolve));
    expect(captured).toHaveLength(1);
    expect(lines).toEqual([]);
    keep();
    await reporting;
    expect(lines).toHaveLength(1);
  });

  test('the same failure of a request is skipped', async () => {
    const request = aRequest();
    const reporting = failures.requestFailed(withDigest(eventId), request);
    await failures.requestFailed(withDigest(eventId), request);
    keep();
    await reporting;
    expect(lines).toHaveLength(1);
  });

  test('the line of a failure of the process is written, for the process may end', () => {
    void failures.processFailed(withDigest(eventId), 'uncaughtException');
    expect(lines).toHaveLength(1);
  });
});

test('past the budget a failure has its digest, a short line with the count of its group, and no event', async () => {
  setUp(pastBudget);
  await fail(withDigest(eventId));
  void failures.processFailed(withDigest(otherId), 'uncaughtException');
  const common = { level: 'error', time: expect.any(String), count: 7, dropped: 'too many alike' };
  expect(lines).toEqual([
    { ...common, msg: 'request failed', digest: eventId, path: '/a', route: '/[slug]' },
    { ...common, msg: 'process failed', digest: otherId, origin: 'uncaughtException' },
  ]);
  expect([captured, dropped]).toEqual([[], [eventId, otherId].map((id) => [id, 'too many alike'])]);
});

test('past the budget neither stack nor causes are read', async () => {
  setUp(pastBudget);
  const read: string[] = [];
  const thrown = withDigest(eventId);
  for (const name of ['code', 'errors']) Object.defineProperty(thrown, name, { get: () => void read.push(name) });
  await fail(thrown);
  setUp();
  await fail(thrown);
  expect(read, 'by the whole line').toEqual(['code', 'errors']);
});

test('a whole line past the budget has the count of what its group has dropped since the last one', async () => {
  setUp({ budget: { take: () => ({ isWhole: true, droppedBefore: 11_999 }) } });
  await fail(withDigest(eventId));
  failures.reportCaught(withDigest(otherId));
  expect(lines).toMatchObject(Array(2).fill({ droppedBefore: 11_999, error: { message: 'broken' } }));
  expect(captured).toHaveLength(2);
});

test('an error that is thrown again is one event, with a thousand others in between and in either runtime', async () => {
  const capturedIds = new BoundedMap<string, true>(10_000);
  setUp({ capturedIds });
  const thrown = new Error('of a module');
  await fail(thrown);
  for (let other = 0; other < 1_001; other += 1) await fail(new Error('other'));
  await fail(thrown);
  expect(captured.filter(([value]) => value === thrown)).toHaveLength(1);
  const otherRuntime = setUpFailures({ ...pastBudget, capturedIds });
  await otherRuntime.failures.requestFailed(thrown, aRequest());
  expect([otherRuntime.captured, otherRuntime.dropped]).toEqual([[], []]);
});

test.each([
  ['redirect()', () => redirect('/a')],
  ['notFound()', () => notFound()],
])('what %s throws is not reported, and the console says so', async (_, interrupt) => {
  const thrown = thrownBy(interrupt);
  expect(failures.reportCaught(thrown)).toSatisfy(isEventId);
  await failures.sdkCalled({ ...call, thrown });
  expect([lines, captured]).toEqual([[], []]);
  expect(takeConsole('warn')).toEqual([
    expect.stringContaining('passed to report(), and is not reported.'),
    expect.stringContaining('passed to Sentry.captureException(), and is not reported.'),
  ]);
});

test('a rejection of an error that has its line has no other one, and an uncaught exception has', async () => {
  const error = new Error('broken');
  failures.reportCaught(error);
  await failures.processFailed(error, 'unhandledRejection');
  expect(lines).toMatchObject([{ msg: 'error reported' }]);
  await failures.processFailed(error, 'uncaughtException');
  expect(lines).toMatchObject([{ msg: 'error reported' }, { msg: 'process failed' }]);
  expect(captured).toHaveLength(1);
});

describe('a caught error', () => {
  test('has one line and one event, and its digest is returned', () => {
    const error = new Error('broken');
    const digest = failures.reportCaught(error);
    expect(digest).toBe(shownDigestOf(error));
    expect(lines).toMatchObject([{ level: 'error', msg: 'error reported', digest, error: { message: 'broken' } }]);
    expect(captured).toMatchObject([[error, digest, { isHandled: true, tags: { digest } }]]);
  });

  test('is one event when it is thrown for a request later, and the line of the request has the same digest', async () => {
    const error = new Error('broken');
    const digest = failures.reportCaught(error);
    await fail(error);
    expect(captured).toHaveLength(1);
    expect(lines).toMatchObject(['error reported', 'request failed'].map((msg) => ({ msg, digest })));
  });

  test.each<[string, (thrown: Error) => unknown]>([
    ['report()', (thrown) => failures.reportCaught(thrown)],
    ['the SDK', (thrown) => failures.sdkCalled({ ...call, thrown })],
  ])('of %s is one line and one event when it is thrown in the same request', async (_, report) => {
    await inRequest(async () => {
      const error = new Error('broken');
      await report(error);
      await fail(error);
    });
    expect([captured.length, lines.map(({ msg }) => msg)]).toEqual([1, ['error reported']]);
  });

  test('hides no other failure of the same request', async () => {
    await inRequest(async () => {
      failures.reportCaught(new Error('caught'));
      await fail(Object.assign(new Error('late'), { code: 'ERR_HTTP_HEADERS_SENT' }));
    });
    expect(lines.map(({ msg }) => msg)).toEqual(['error reported', 'request failed']);
  });

  test('that a library gave a digest of its own is one event, whose id the line has', () => {
    const error = withDigest(ofLibrary);
    expect([failures.reportCaught(error), failures.reportCaught(error)]).toEqual([ofLibrary, ofLibrary]);
    expect(captured).toHaveLength(1);
    expect(lines).toMatchObject(Array(2).fill({ digest: ofLibrary, event: captured[0]?.[1] }));
  });

  test('past the budget has a short line and no event', () => {
    setUp(pastBudget);
    const digest = failures.reportCaught(new Error('broken'));
    expect([captured, dropped]).toEqual([[], [[digest, 'too many alike']]]);
    expect(lines).toMatchObject([{ digest, dropped: 'too many alike', count: 7 }]);
    expect(lines[0]).not.toHaveProperty('error');
  });
});

describe('a call of the SDK', () => {
  test('with an error has a line and an event under the id that the SDK returned, which is the digest of the error', async () => {
    const thrown = new Error('broken');
    await failures.sdkCalled({ ...call, thrown });
    expect(captured).toMatchObject([[thrown, eventId, { isHandled: true, scope: call.scope, repeat: call.repeat }]]);
    expect(lines).toMatchObject([{ msg: 'error reported', digest: eventId, error: { message: 'broken' } }]);
    expect(shownDigestOf(thrown)).toBe(eventId);
  });

  test('with an error that has an event makes no second one, and its line has both ids', async () => {
    const thrown = new Error('broken');
    const digest = failures.reportCaught(thrown);
    await failures.sdkCalled({ ...call, thrown });
    expect(captured).toHaveLength(1);
    expect(lines[1]).toMatchObject({ msg: 'error reported', digest, sdkEventId: eventId });
  });

  test('with an error that has a digest of its own and an event has a line with all three', async () => {
    const thrown = withDigest(ofLibrary);
    failures.reportCaught(thrown);
    await failures.sdkCalled({ ...call, thrown });
    expect(lines[1]).toMatchObject({ digest: ofLibrary, event: captured[0]?.[1], sdkEventId: eventId });
    expect(captured[0]?.[1]).not.toBe(eventId);
  });

  test('with a message that the SDK has made of a template has that message, and its id', async () => {
    await failures.sdkCalled({ ...call, message: parameterize`${2} of ${3}`, severity: 'info' });
    expect(lines).toMatchObject([{ digest: eventId, message: '2 of 3' }]);
    expect(captured).toMatchObject([['2 of 3', eventId, {}]]);
  });

  test.each([
    ['fatal', 'error'],
    ['error', 'error'],
    ['warning', 'warn'],
    ['debug', 'info'],
    [undefined, 'info'],
  ] as const)('with a message of the severity %s has a line of the level %s', async (severity, level) => {
    await failures.sdkCalled({ ...call, message: 'password=hunter2', severity });
    expect(lines).toMatchObject([{ level, msg: 'event reported', digest: eventId, message: 'password=[masked]' }]);
    expect(captured).toMatchObject([['password=hunter2', eventId, {}]]);
  });
});

test('the line and the event have the ids that a request had', async () => {
  const headers = { 'x-request-id': 'request-7', traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` };
  await fail(withDigest(eventId), { headers });
  expect(lines).toMatchObject([{ requestId: 'request-7', trace_id: 'a'.repeat(32) }]);
  expect(captured).toMatchObject([[{}, eventId, { tags: { request_id: 'request-7' } }]]);
});
