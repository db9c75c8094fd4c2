// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CaptureReport, Report } from '../../../candor/browser/report';
import { createReportStorage } from '../../../candor/browser/report-storage';
import { createBrowserReporter } from '../../../candor/browser/create-reporter';
import { takeConsole } from '../../support/quiet-console';
import { forbidStorage, storedFor } from './make-reports';

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => void vi.useRealTimers());

/** A reporter whose SDK loads, or fails to load, when the test says so. */
function setUp() {
  const captured: Report[] = [];
  const loads: { succeed: (capture?: CaptureReport) => void; fail: () => void }[] = [];
  const reporter = createBrowserReporter(createReportStorage());
  const start = () =>
    reporter.start(
      () =>
        new Promise((resolve, reject) => {
          const captureIntoList: CaptureReport = (report) => void captured.push(report);
          loads.push({
            succeed: (capture = captureIntoList) => resolve(capture),
            fail: () => reject(new Error('no such chunk')),
          });
        }),
    );
  const fail = (message = 'x') => reporter.reportOnce(new Error(message), 'error')!;
  return { captured, loads, reporter, start, fail };
}

const settled = () => vi.advanceTimersByTimeAsync(0);
const warned = () => expect(takeConsole('warn')).toEqual([expect.stringContaining('no such chunk')]);

test('loads the SDK at the first failure, and only then and once', async () => {
  const { captured, loads, start, fail } = setUp();
  start();
  expect(loads).toHaveLength(0);
  const failures = [fail('1'), fail('2')];
  expect(loads).toHaveLength(1);
  loads[0]!.succeed();
  await settled();
  failures.push(fail('3'));
  await settled();
  expect(captured).toEqual(failures);
  expect(loads).toHaveLength(1);
});

test('captures in order the failures before the start and while the SDK is starting', async () => {
  const { captured, loads, start, fail } = setUp();
  const before = fail('before');
  expect(storedFor(before)).toBeDefined();
  start();
  const meanwhile = fail('meanwhile');
  loads[0]!.succeed();
  await settled();
  expect(captured).toEqual([before, meanwhile]);
});

test('captures a failure that occurs while another is captured', async () => {
  const { captured, loads, start, fail } = setUp();
  start();
  const first = fail('first');
  let second: Report | undefined;
  loads[0]!.succeed((report) => {
    captured.push(report);
    second ??= fail('second');
  });
  await settled();
  expect(captured).toEqual([first, second]);
});

test('holds 200 reports until the SDK starts, and drops what comes after', async () => {
  const { captured, loads, reporter, start, fail } = setUp();
  const failures = Array.from({ length: 201 }, (_, index) => fail(`${index}`));
  expect(reporter.stateOf(failures[200]!.eventId)).toEqual({ state: 'dropped', reason: 'too many were waiting' });
  expect(storedFor(failures[200]!)).toBeUndefined();
  expect(reporter.stateOf(failures[199]!.eventId)).toEqual({ state: 'sending' });
  start();
  loads[0]!.succeed();
  await settled();
  expect(captured).toEqual(failures.slice(0, 200));
});

test('retries with a growing pause, at most a minute, when the SDK cannot be loaded, and warns once', async () => {
  const { captured, loads, reporter, start, fail } = setUp();
  start();
  const failure = fail();
  for (const seconds of [1, 2, 4, 8, 16, 32, 60, 60]) {
    const times = loads.length;
    loads.at(-1)!.fail();
    await settled();
    expect(reporter.stateOf(failure.eventId)).toEqual({ state: 'queued' });
    await vi.advanceTimersByTimeAsync(seconds * 1_000 - 1);
    expect(loads).toHaveLength(times);
    await vi.advanceTimersByTimeAsync(1);
    expect(loads).toHaveLength(times + 1);
  }
  warned();
  loads.at(-1)!.succeed();
  await settled();
  expect(captured).toEqual([failure]);
  expect(reporter.stateOf(failure.eventId)).toEqual({ state: 'sending' });
});

test('shows a report that could not be stored as `sending`, and captures it when the SDK has started', async () => {
  forbidStorage();
  const { captured, loads, reporter, start, fail } = setUp();
  start();
  const failure = fail();
  loads[0]!.fail();
  await settled();
  expect(takeConsole('warn')).toEqual([
    expect.stringContaining('SecurityError'),
    expect.stringContaining('no such chunk'),
  ]);
  expect(reporter.stateOf(failure.eventId)).toEqual({ state: 'sending' });
  await vi.advanceTimersByTimeAsync(1_000);
  loads[1]!.succeed();
  await settled();
  expect(captured).toEqual([failure]);
});

test('loads nothing during a pause, however many failures occur: they are queued, and captured after it', async () => {
  const { captured, loads, reporter, start, fail } = setUp();
  start();
  const failures = [fail('1')];
  loads[0]!.fail();
  await settled();
  warned();
  failures.push(fail('2'), fail('3'));
  await settled();
  expect(failures.map(({ eventId }) => reporter.stateOf(eventId))).toEqual(Array(3).fill({ state: 'queued' }));
  expect(loads).toHaveLength(1);
  await vi.runAllTimersAsync();
  expect(loads).toHaveLength(2);
  loads[1]!.succeed();
  await settled();
  expect(captured).toEqual(failures);
  failures.push(fail('4'));
  await settled();
  expect(captured).toEqual(failures);
  expect(loads).toHaveLength(2);
});

test('starts the SDK on `flush` without a failure, and retries', async () => {
  const { loads, reporter, start } = setUp();
  start();
  void reporter.flush();
  loads[0]!.fail();
  await settled();
  warned();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(loads).toHaveLength(2);
});
