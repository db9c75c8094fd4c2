// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { createBrowserReporter, type StartSdk } from '../../../candor/src/browser/create-reporter';
import { leave } from '../../../candor/src/browser/leaving';
import type { BrowserFailure, Report } from '../../../candor/src/browser/report';
import { createReportStorage } from '../../../candor/src/browser/report-storage';
import { stateOf } from '../../../candor/src/screens/event-state';
import { isEventId } from '../../../candor/src/shared/digest';
import { takeConsole } from '../../support/quiet-console';
import { fail, storedFor, unreadable } from './make-reports';

/** A reporter, and an SDK that captures into a list. */
function setUp() {
  const captured: Report[] = [];
  const reporter = createBrowserReporter(createReportStorage());
  const startSdk = vi.fn<StartSdk>(async () => (report) => void captured.push(report));
  const start = () => reporter.start(startSdk);
  return { captured, reporter, startSdk, start };
}

let { captured, reporter, startSdk, start } = setUp();
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  ({ captured, reporter, startSdk, start } = setUp());
});

const announce = (thrown: unknown = new Error('x')) => reporter.reportOnce(thrown, 'error', { file: '' })!;
const settled = () => vi.advanceTimersByTimeAsync(0);
const statesOf = (...reports: Report[]) => reports.map(({ eventId }) => stateOf(eventId, reporter));

test.each([new Error('x'), { a: 1 }, () => {}])('reports %o once, however often it is noticed', async (thrown) => {
  history.replaceState(null, '', '/a?b#part');
  start();
  const failure = reporter.reportOnce(thrown, 'error');
  for (const found of [reporter.reportOnce(thrown, 'boundary'), reporter.failureOf(thrown)])
    expect(found).toBe(failure);
  await settled();
  expect(captured).toEqual([failure]);
  expect(failure).toMatchObject({ thrown, noticedBy: 'error', at: expect.any(Date), breadcrumbs: [] });
  expect(failure).toMatchObject({ url: `${location.origin}/a`, isStored: true });
  expect(failure?.eventId).toSatisfy(isEventId);
  expect(storedFor(failure!)).toBeDefined();
});

test('neither reports nor stores an error with a digest, or a rejection of a page that is being left', async () => {
  start();
  const redacted = Object.assign(new Error('x'), { digest: '2338064195' });
  expect(reporter.reportOnce(redacted, 'boundary')).toBeUndefined();
  expect(reporter.failureOf(redacted)).toBeUndefined();
  vi.spyOn(performance, 'now').mockReturnValueOnce(-9_000).mockReturnValueOnce(-8_500);
  leave();
  expect(reporter.reportOnce(new Error('cancelled'), 'unhandledrejection')).toBeUndefined();
  const later = announce();
  await settled();
  expect([captured, localStorage.length]).toEqual([[later], 1]);
});

test('reports what cannot be read', () => {
  for (const thrown of [new Proxy({}, { has: fail }), new Proxy({}, { ownKeys: fail }), unreadable('message')])
    expect(statesOf(announce(thrown))).toEqual([{ state: 'sending' }]);
});

test('reports every throw of the same primitive to a boundary, and finds the latest', async () => {
  start();
  const [first, second] = ['text', 'text'].map((thrown) => reporter.reportOnce(thrown, 'boundary'));
  const undefinedThrown = reporter.reportOnce(undefined, 'unhandledrejection', { file: undefined });
  await settled();
  expect(captured).toEqual([first, second, undefinedThrown]);
  expect(first?.eventId).not.toBe(second?.eventId);
  expect(['text', undefined, 'other'].map(reporter.failureOf)).toEqual([second, undefinedThrown, undefined]);
});

test('of errors that the window announces an equal one has the reference of the first, whose listeners hear of it', async () => {
  start();
  const { stack } = new Error();
  const equal = (message = 'x') => Object.assign(new Error(message), { stack });
  const [first, second] = [equal(), equal()];
  const unlike = [equal('y'), Object.assign(equal(), { name: 'TypeError' }), new Error('x'), 'x', 7];
  announce(first);
  const heard = vi.fn();
  const unsubscribe = reporter.subscribe(heard);
  announce(second);
  unsubscribe();
  unlike.map(announce);
  const noticed = (['boundary', 'report', 'sdk', 'recovery'] as const).map((by) => reporter.reportOnce(equal(), by));
  await settled();
  expect(heard).toHaveBeenCalledOnce();
  expect(reporter.failureOf(second)).toBe(reporter.failureOf(first));
  expect(captured.map((report) => (report as BrowserFailure).thrown).slice(0, 6)).toEqual([first, ...unlike]);
  expect(captured.slice(6), 'whose reference is shown').toEqual(noticed);
});

test('forgets the oldest of thousands of failures, and remembers the latest', async () => {
  start();
  const failures: BrowserFailure[] = [];
  for (let index = 0; index < 1_000; index += 1) {
    failures.push(announce(`text ${index}`));
    await reporter.flush();
  }
  expect(captured).toEqual(failures);
  expect(failures.filter(({ thrown }) => reporter.failureOf(thrown))).toEqual(failures.slice(-200));
  expect(failures.filter((failure) => statesOf(failure)[0]?.state !== 'unknown')).toEqual(failures.slice(-200));
});

test('starts the SDK at the first failure, again if it is not there, and captures in order what came until then', async () => {
  const first = announce();
  const all: Report[] = [first, reporter.report({ about: first.eventId, words: 'I slept.' })];
  let succeed!: (capture: (report: Report) => void) => void;
  startSdk.mockRejectedValueOnce(new Error('no such chunk'));
  startSdk.mockReturnValueOnce(new Promise((resolve) => (succeed = resolve)));
  start();
  await settled();
  expect(statesOf(first)).toEqual([{ state: 'queued' }]);
  expect(takeConsole('warn')).toEqual([expect.stringContaining('no such chunk')]);
  await vi.advanceTimersByTimeAsync(1_000);
  succeed((report) => {
    captured.push(report);
    if (all.length === 2) all.push(announce('meanwhile'));
  });
  await settled();
  expect(captured).toEqual(all);
  expect([statesOf(first), startSdk.mock.calls.length]).toEqual([[{ state: 'sending' }], 2]);
});

test('holds 200 reports until it starts, and drops what comes after', async () => {
  const failures = Array.from({ length: 201 }, (_, index) => announce(`${index}`));
  const dropped = { state: 'dropped', reason: 'too many were waiting' };
  expect(statesOf(failures[199]!, failures[200]!)).toEqual([{ state: 'sending' }, dropped]);
  expect(storedFor(failures[200]!)).toBeUndefined();
  start();
  await settled();
  expect(captured).toEqual(failures.slice(0, 200));
});
