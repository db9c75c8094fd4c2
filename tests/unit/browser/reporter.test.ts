// @vitest-environment happy-dom
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { BrowserFailure, CaptureReport, Report, SetState } from '../../../candor/src/browser/report';
import { createReportStorage } from '../../../candor/src/browser/report-storage';
import { createBrowserReporter } from '../../../candor/src/browser/create-reporter';
import { leave } from '../../../candor/src/browser/leaving';
import { stateOf } from '../../../candor/src/screens/state-of';
import { isEventId } from '../../../candor/src/shared/digest';
import { takeConsole } from '../../support/quiet-console';
import { waitUntil } from '../../support/wait-until';
import { fail, forbidStorage, storedFor, unreadable } from './make-reports';

/** A reporter, and an SDK that captures into a list. */
function setUp() {
  const captured: Report[] = [];
  const loads: { succeed: (capture?: CaptureReport) => void; fail: () => void }[] = [];
  let set: SetState = () => expect.unreachable();
  const capture: CaptureReport = (report) => void captured.push(report);
  const storage = createReportStorage();
  const reporter = createBrowserReporter(storage);
  const start = () =>
    reporter.start(async (given, setState) => {
      expect(given).toBe(storage);
      set = setState;
      return capture;
    });
  /** The SDK loads, or fails to load, when the test says so. */
  const startLoading = () =>
    reporter.start(
      () =>
        new Promise((resolve, reject) => {
          loads.push({ succeed: (own = capture) => resolve(own), fail: () => reject(new Error('no such chunk')) });
        }),
    );
  const setState = (...state: Parameters<SetState>) => set(...state);
  return { captured, loads, reporter, start, startLoading, setState };
}

let { captured, loads, reporter, start, startLoading, setState } = setUp();
beforeEach(() => void ({ captured, loads, reporter, start, startLoading, setState } = setUp()));

const announce = (message = 'x') => reporter.reportOnce(new Error(message), 'error', { file: '' })!;
const isCaptured = (count = 1) => waitUntil('the captures', () => captured.length >= count);

test.each([new Error('x'), { a: 1 }, () => {}])('reports %o once, however often it is noticed', async (thrown) => {
  history.replaceState(null, '', '/a?b#part');
  start();
  const failure = reporter.reportOnce(thrown, 'error');
  for (const found of [reporter.reportOnce(thrown, 'boundary'), reporter.failureOf(thrown)])
    expect(found).toBe(failure);
  await reporter.flush();
  await isCaptured();
  expect(captured).toEqual([failure]);
  expect(failure).toMatchObject({ thrown, noticedBy: 'error', at: expect.any(Date), breadcrumbs: [] });
  expect(failure).toMatchObject({ url: `${location.origin}/a`, isStored: true });
  expect(failure?.eventId).toSatisfy(isEventId);
});

test('neither reports nor stores an error with a digest, or a rejection of a page that is being left', async () => {
  start();
  const redacted = Object.assign(new Error('x'), { digest: '2338064195' });
  expect(reporter.reportOnce(redacted, 'boundary')).toBeUndefined();
  expect(reporter.failureOf(redacted)).toBeUndefined();
  vi.spyOn(performance, 'now').mockReturnValueOnce(-9_000).mockReturnValueOnce(-8_500);
  leave();
  expect(reporter.reportOnce(new Error('cancelled'), 'unhandledrejection')).toBeUndefined();
  const later = announce('later');
  await isCaptured();
  expect(captured).toEqual([later]);
  expect(localStorage).toHaveLength(1);
});

test.each<[string, unknown]>([
  ['an object whose digest cannot be looked up', new Proxy({}, { has: fail })],
  ['an object whose keys cannot be read', new Proxy({}, { ownKeys: fail })],
  ['an error whose message cannot be read', unreadable('message')],
])('reports %s', (_, thrown) => {
  const failure = reporter.reportOnce(thrown, 'error');
  expect(failure).toMatchObject({ noticedBy: 'error' });
  expect(stateOf(failure!.eventId, reporter)).toEqual({ state: 'sending' });
});

test('reports every throw of the same primitive, and finds the latest', async () => {
  start();
  const [first, second] = ['text', 'text'].map((thrown) => reporter.reportOnce(thrown, 'boundary'));
  const undefinedThrown = reporter.reportOnce(undefined, 'unhandledrejection', { file: undefined });
  await isCaptured(3);
  expect(captured).toEqual([first, second, undefinedThrown]);
  expect(first?.eventId).not.toBe(second?.eventId);
  expect(['text', undefined, 'other'].map(reporter.failureOf)).toEqual([second, undefinedThrown, undefined]);
});

test('forgets the oldest of thousands of failures, and remembers the latest', async () => {
  start();
  const failures: Report[] = [];
  for (let index = 0; index < 1_000; index += 1) {
    failures.push(reporter.reportOnce(`text ${index}`, 'error', { file: '' })!);
    await reporter.flush();
  }
  expect(captured).toEqual(failures);
  const known = failures.filter((failure) => reporter.failureOf((failure as BrowserFailure).thrown));
  expect(known).toEqual(failures.slice(-200));
  const withState = failures.filter(({ eventId }) => stateOf(eventId, reporter).state !== 'unknown');
  expect(withState).toEqual(failures.slice(-200));
});

test('has the states that the SDK sets, notifies its listeners until they unsubscribe, and leaves the storage to it', async () => {
  start();
  const { eventId } = announce();
  await isCaptured();
  expect(stateOf(eventId, reporter)).toEqual({ state: 'sending' });
  const heard: object[] = [];
  const unsubscribe = reporter.subscribe(() => heard.push(stateOf(eventId, reporter)));
  setState(eventId, { state: 'dropped', reason: 'why' });
  unsubscribe();
  setState(eventId, { state: 'queued' });
  expect(heard).toEqual([{ state: 'dropped', reason: 'why' }]);
  expect(storedFor({ eventId })).toBeDefined();
});

describe('while the SDK is loaded', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  const settled = () => vi.advanceTimersByTimeAsync(0);
  const noChunk: unknown = expect.stringContaining('no such chunk');
  const succeed = (index: number, capture?: CaptureReport) => {
    loads.at(index)!.succeed(capture);
    return settled();
  };
  const failToLoad = (index: number) => {
    loads.at(index)!.fail();
    return settled();
  };

  test('loads it at the first failure, and only then and once, and captures in order what came until then', async () => {
    startLoading();
    expect(loads).toHaveLength(0);
    const first = announce('1');
    const all: (Report | undefined)[] = [first, reporter.report({ about: first.eventId, words: 'I slept.' })];
    expect(loads).toHaveLength(1);
    await succeed(0, (report) => {
      captured.push(report);
      all[2] ??= announce('while another is captured');
    });
    expect(captured).toEqual(all);
    expect(stateOf('0123456789abcdef0123456789abcdef', reporter), 'a foreign event').toEqual({ state: 'unknown' });
    expect(loads).toHaveLength(1);
  });

  test('holds 200 reports until it starts, and drops what comes after', async () => {
    const failures = Array.from({ length: 201 }, (_, index) => announce(`${index}`));
    expect(stateOf(failures[200]!.eventId, reporter)).toEqual({ state: 'dropped', reason: 'too many were waiting' });
    expect(storedFor(failures[200]!)).toBeUndefined();
    expect(stateOf(failures[199]!.eventId, reporter)).toEqual({ state: 'sending' });
    startLoading();
    await succeed(0);
    expect(captured).toEqual(failures.slice(0, 200));
  });

  test('retries with a growing pause, at most a minute, when it cannot be loaded, and warns once', async () => {
    startLoading();
    const failure = announce();
    for (const seconds of [1, 2, 4, 8, 16, 32, 60, 60]) {
      const times = loads.length;
      await failToLoad(-1);
      expect(stateOf(failure.eventId, reporter)).toEqual({ state: 'queued' });
      await vi.advanceTimersByTimeAsync(seconds * 1_000 - 1);
      expect(loads).toHaveLength(times);
      await vi.advanceTimersByTimeAsync(1);
      expect(loads).toHaveLength(times + 1);
    }
    expect(takeConsole('warn')).toEqual([noChunk]);
    await succeed(-1);
    expect(captured).toEqual([failure]);
    expect(stateOf(failure.eventId, reporter)).toEqual({ state: 'sending' });
  });

  test('loads nothing during a pause: failures are queued, or sending where not stored, and captured after it', async () => {
    startLoading();
    const failures = [announce('1')];
    await failToLoad(0);
    failures.push(announce('2'));
    forbidStorage();
    failures.push(announce('3'));
    await settled();
    expect(takeConsole('warn')).toEqual([noChunk, expect.stringContaining('SecurityError')]);
    const states = failures.map(({ eventId }) => stateOf(eventId, reporter));
    expect(states).toEqual([{ state: 'queued' }, { state: 'queued' }, { state: 'sending' }]);
    expect(loads).toHaveLength(1);
    await vi.runAllTimersAsync();
    expect(loads).toHaveLength(2);
    await succeed(1);
    failures.push(announce('4'));
    await settled();
    expect(captured).toEqual(failures);
    expect(loads).toHaveLength(2);
    expect(takeConsole('warn').join()).toContain('SecurityError');
  });

  test('starts it on `flush` without a failure, and retries', async () => {
    startLoading();
    void reporter.flush();
    await failToLoad(0);
    expect(takeConsole('warn')).toEqual([noChunk]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(loads).toHaveLength(2);
  });
});
