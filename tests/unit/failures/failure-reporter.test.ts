import { parameterize, Scope } from '@sentry/core';
import { notFound, redirect } from 'next/navigation';
import { beforeEach, expect, test, vi } from 'vitest';
import { BoundedMap } from '../../../candor/src/shared/bounded-map';
import { isEventId } from '../../../candor/src/shared/digest';
import type { FailedRequest } from '../../../candor/src/failures/failure-reporter';
import { reportProcessErrors } from '../../../candor/src/failures/process-errors';
import { installDigest } from '../../../candor/src/failures/install-digest';
import { runInContext } from '../../../candor/src/http/request-context';
import { shownDigestOf } from '../../../candor/src/failures/shown-digest';
import type { WaitingLines } from '../../../candor/src/failures/waiting-lines';
import { describeRead } from '../../../candor/src/scrubbing/log-format';
import { takeConsole } from '../../support/quiet-console';
import { thrownBy } from './in-request';
import { aRequest, build, eventId, setUpFailures, withDigest } from './set-up-failure-reporter';

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
  let writeLater = () => {};
  const write: WaitingLines['write'] = (error, writeLine) => (writeLater = () => writeLine(describeRead(error)));
  setUp({ waiting: { write, settled: async () => {}, flush() {}, end() {} } });
  await fail(given());
  expect([captured.length, lines]).toEqual([1, []]);
  writeLater();
  expect(lines).toMatchObject([{ digest: eventId, ...build, error: { message: 'broken' } }]);
});

test('writes one line and captures one event of a failed request, both under the digest', async () => {
  const error = withDigest(eventId);
  await fail(error);
  const { stack } = error;
  const where = { path: '/a', method: 'GET', route: '/[slug]', routeType: 'render' };
  const line = { level: 'error', time: expect.any(String), msg: failed, digest: eventId, ...where, ...build };
  expect(lines).toEqual([{ ...line, error: { type: 'Error', message: 'broken', stack } }]);
  const tags = { digest: eventId, route: '/[slug]', route_type: 'render' };
  const request = { method: 'GET', url: '/a' };
  expect(captured).toEqual([[error, eventId, { transaction: 'GET /[slug]', tags, request, isHandled: false }]]);
});

test('a text that was thrown, and that Next has given a digest of its own, has an event beside that digest', async () => {
  await fail('broken', { digest: ofLibrary });
  expect(lines).toMatchObject([{ digest: ofLibrary, event: captured[0]?.[1], error: { message: 'broken' } }]);
  expect(isEventId(String(captured[0]?.[1]))).toBe(true);
});

const plain = () => new Error('broken');
const given = () => withDigest(eventId);
const library = () => withDigest(ofLibrary);
const acts = {
  fail: (thrown: Error) => fail(thrown),
  'fail by another': () => fail(withDigest(otherId)),
  'fail by an echo': () => fail(Object.assign(new Error('late'), { code: 'ERR_HTTP_HEADERS_SENT' })),
  report: (thrown: Error) => failures.reportCaught(thrown),
  sdk: (thrown: Error) => failures.sdkCalled({ ...call, thrown }),
  reject: (thrown: Error) => failures.processFailed(thrown, 'unhandledRejection'),
  throw: (thrown: Error) => failures.processFailed(thrown, 'uncaughtException'),
};
const [failed, reported, ended] = ['request failed', 'error reported', 'process failed'];
const [inOne, inTwo] = ['one request', 'two requests'];

test.each<[acts: (keyof typeof acts)[], where: string, make: () => Error, lines: string[], events: number]>([
  [['fail', 'fail'], inOne, given, [failed], 1],
  [['fail', 'fail'], inTwo, given, [failed, failed], 1],
  [['fail', 'fail'], inTwo, library, [failed, failed], 2],
  [['fail', 'fail by another'], inOne, given, [failed, failed], 2],
  [['fail', 'fail by an echo'], inOne, given, [failed], 1],
  [['report', 'report'], inOne, library, [reported, reported], 1],
  [['report', 'fail'], inOne, plain, [reported], 1],
  [['report', 'fail'], inTwo, given, [reported, failed], 1],
  [['sdk', 'fail'], inOne, plain, [reported], 1],
  [['report', 'fail by an echo'], inOne, plain, [reported, failed], 2],
  [['report', 'sdk'], inOne, library, [reported, reported], 1],
  [['report', 'reject'], inOne, plain, [reported], 1],
  [['report', 'throw'], inOne, plain, [reported, ended], 1],
])('%j of one error in %s (%o): one line each, unless it has one, and each line with an event', async (...row) => {
  const [names, where, make, messages, events] = row;
  const requests = names.map(() => oneRequest());
  const thrown = make();
  for (const [index, name] of names.entries()) await requests[where === inOne ? 0 : index]?.(() => acts[name](thrown));
  expect(lines.map(({ msg }) => msg)).toEqual(messages);
  expect(captured).toHaveLength(events);
  for (const { event, digest } of lines) expect(captured.map(([, id]) => id)).toContain(event ?? digest);
});

// tests/browser/failing/throws.spec.ts proves that each has a line and an event.
test('one error object that fails two requests at the same time has a digest for each', () => {
  const thrown = plain();
  const requests = [oneRequest(), oneRequest()];
  const digests = () => requests.map((inIt) => inIt(() => shownDigestOf(thrown)));
  const ids = digests();
  expect(digests(), 'interleaved').toEqual(ids);
  expect(new Set(ids).size).toBe(2);
  expect(shownDigestOf(thrown), 'outside of requests').toBe(ids[1]);
});

test('what React throws to suspend is counted: when it is caught without a line, when it fails a request with a short one', async () => {
  const reason = 'React suspends';
  const suspense = () =>
    new Error('Suspense Exception: This is not a real error! It is an implementation detail of `use`.');
  const caught = failures.reportCaught(suspense());
  await failures.sdkCalled({ ...call, thrown: suspense() });
  expect(lines).toEqual([]);
  const thrown = suspense();
  await fail(thrown);
  const digest = shownDigestOf(thrown);
  expect(lines).toMatchObject([{ msg: failed, digest, dropped: reason }]);
  expect([captured, dropped]).toEqual([[], [caught, eventId, digest].map((id) => [id, reason])]);
});

test('the line and the event of a failure of the process name its origin, and those that nobody waited for say so', async () => {
  const [error, origin] = [given(), 'unhandledRejection'] as const;
  await failures.processFailed(error, origin);
  await fail(withDigest(otherId), { headers: { 'x-request-id': 'request-7' }, seen: false });
  const tags = { request_id: 'request-7', seen: 'false' };
  expect(lines.map((line) => [line.digest, line.origin, line.seen])).toEqual([
    [eventId, origin, undefined],
    [otherId, undefined, false],
  ]);
  expect(captured[0]).toMatchObject([error, eventId, { transaction: origin, tags: { digest: eventId, origin } }]);
  expect(captured[1]).toMatchObject([{}, otherId, { tags }]);
});

test('an uncaught exception and a rejection are failures of the process, but not those of Next, and keep no process alive', () => {
  const listeners = new Map<unknown, (thrown: unknown) => void>();
  vi.spyOn(process, 'on').mockImplementation((event, listener) => (listeners.set(event, listener), process));
  const failed: [unknown, string][] = [];
  reportProcessErrors({ processFailed: async (...call) => void failed.push(call) });
  expect([...listeners.keys()]).toEqual(['uncaughtExceptionMonitor', 'unhandledRejection']);
  const caused = new Error('x', { cause: thrownBy(notFound) });
  listeners.get('uncaughtExceptionMonitor')?.(caused);
  for (const reason of [thrownBy(notFound), thrownBy(() => redirect('/')), undefined, 'text', caused])
    listeners.get('unhandledRejection')?.(reason);
  const rejected = [undefined, 'text', caused].map((reason) => [reason, 'unhandledRejection']);
  expect(failed).toEqual([[caused, 'uncaughtException'], ...rejected]);
});

test('while an event is being stored its request has no line yet, and no second one; a failure of the process has its line', async () => {
  let keep = () => {};
  setUp({ capturing: () => new Promise((resolve) => (keep = resolve)) });
  const request = aRequest();
  const reporting = failures.requestFailed(given(), request);
  await failures.requestFailed(given(), request);
  expect([captured.length, lines]).toEqual([1, []]);
  keep();
  await reporting;
  expect(lines).toMatchObject([{ msg: failed }]);
  void failures.processFailed(withDigest(otherId), 'uncaughtException'); // The process may end.
  expect(lines).toMatchObject([{}, { msg: ended }]);
  expect(captured, 'a team’s own SDK comes first').toHaveLength(1);
});

test('past the budget a failure has its digest, a short line with the count of its group, and no event', async () => {
  setUp(pastBudget);
  const path = `/${'x/'.repeat(40)}"jo@example.org\u2028/${'y'.repeat(200)}?token=hunter2`;
  await fail(given(), { path });
  void failures.processFailed(withDigest(otherId), 'uncaughtException');
  const digest = failures.reportCaught(plain());
  const common = { level: 'error', time: expect.any(String), count: 7, dropped: 'too many alike' };
  expect(lines).toEqual([
    { ...common, msg: failed, digest: eventId, path: `/${'x/'.repeat(40)}"[masked] /yyyyyyyy`, route: '/[slug]' },
    { ...common, msg: ended, digest: otherId, origin: 'uncaughtException' },
    { ...common, msg: reported, digest },
  ]);
  expect([captured, dropped]).toEqual([[], [eventId, otherId, digest].map((id) => [id, 'too many alike'])]);
});

test('past the budget neither stack nor causes are read, and a later whole line has the count of what was dropped', async () => {
  setUp(pastBudget);
  const read: string[] = [];
  const thrown = given();
  for (const name of ['code', 'errors']) Object.defineProperty(thrown, name, { get: () => void read.push(name) });
  await fail(thrown);
  setUp({ budget: { take: () => ({ isWhole: true, droppedBefore: 11_999 }) }, isReporting: false });
  await fail(thrown);
  expect(read, 'by the whole line').toEqual(['code', 'errors']);
  expect(lines).toMatchObject([{ droppedBefore: 11_999, error: { message: 'broken' } }]);
});

test('an error that is thrown again is one event, with a thousand others in between and in either runtime', async () => {
  const capturedIds = new BoundedMap<string, true>(10_000);
  setUp({ capturedIds });
  const thrown = plain();
  await fail(thrown);
  for (let other = 0; other < 1_001; other += 1) await fail(new Error('other'));
  await fail(thrown);
  expect(captured.filter(([value]) => value === thrown)).toHaveLength(1);
  const otherRuntime = setUpFailures({ ...pastBudget, capturedIds });
  await otherRuntime.failures.requestFailed(thrown, aRequest());
  expect([otherRuntime.captured, otherRuntime.dropped]).toEqual([[], []]);
});

test.each(['redirect', 'notFound'])('what %s() throws is not reported, and the console says so', async (name) => {
  const thrown = thrownBy(() => (name === 'redirect' ? redirect('/a') : notFound()));
  expect(failures.reportCaught(thrown)).toSatisfy(isEventId);
  await failures.sdkCalled({ ...call, thrown });
  expect([lines, captured]).toEqual([[], []]);
  const said = ['report()', 'Sentry.captureException()'].map((name) => `passed to ${name}, and is not reported.`);
  expect(takeConsole('warn')).toEqual(said.map((text) => expect.stringContaining(text) as string));
});

test.each([plain(), library()])('a call of the SDK with a reported error has a line with all ids', async (thrown) => {
  const digest = failures.reportCaught(thrown);
  await failures.sdkCalled({ ...call, thrown });
  const [[, event, context] = []] = captured;
  expect(context).toMatchObject({ isHandled: true });
  expect(lines[1]).toMatchObject({ msg: reported, digest, sdkEventId: eventId, ...(event !== digest && { event }) });
  expect(event).not.toBe(eventId);
});

test.each([
  ['fatal', 'error'],
  ['error', 'error'],
  ['debug', 'info'],
  [undefined, 'info'],
] as const)('a message of the SDK with the severity %s has a line of the level %s', async (severity, level) => {
  await failures.sdkCalled({ ...call, message: parameterize`password=${'hunter2'}`, severity });
  expect(lines).toMatchObject([{ level, msg: 'event reported', digest: eventId, message: 'password=[masked]' }]);
  expect(captured).toMatchObject([['password=hunter2', eventId, { scope: call.scope, repeat: call.repeat }]]);
});

const notCaptured = { type: 'Error', message: 'no SDK' };
const reject = () => Promise.reject(new Error('no SDK'));
const choke = () => {
  throw new Error('no SDK');
};

test.each([choke, reject])('a line says that its event is not captured, and the next time it is: %o', async (how) => {
  setUp({ capturing: vi.fn(() => {}).mockImplementationOnce(how) });
  const error = given();
  for (const time of [1, 2]) await fail(error, { path: `/${time}` });
  expect(captured).toHaveLength(2);
  expect(lines).toMatchObject([{ msg: failed, digest: eventId, notCaptured }, { msg: failed }]);
  expect(lines[1]).not.toHaveProperty('notCaptured');
});

test('an event that is not captured is named in a second line of a failure of the process', async () => {
  setUp({ capturing: reject });
  await failures.processFailed(given(), 'unhandledRejection');
  expect(lines).toMatchObject([{ msg: ended }, { msg: ended, digest: eventId, notCaptured }]);
  expect(lines[0]).not.toHaveProperty('notCaptured');
});
