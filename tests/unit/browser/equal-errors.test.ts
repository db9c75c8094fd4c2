// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createBrowserReporter } from '../../../candor/browser/create-reporter';
import type { BrowserFailure } from '../../../candor/browser/report';
import { createReportStorage } from '../../../candor/browser/report-storage';
import { storedFor } from './make-reports';

const minuteMs = 60_000;

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval'] });
});
afterEach(() => {
  dispatchEvent(new Event('pagehide')); // Ends what a reporter of an earlier test still holds back.
  vi.useRealTimers();
});

/** A reporter, and what its SDK has captured. */
function setUp() {
  const captured: BrowserFailure[] = [];
  const reporter = createBrowserReporter(createReportStorage());
  reporter.start(() => Promise.resolve((report) => void captured.push(report as BrowserFailure)));
  const { stack } = new Error();
  const equal = (message = 'x') => Object.assign(new Error(message), { stack });
  const announce = (thrown: unknown) => reporter.reportOnce(thrown, 'error');
  const repeats = () => captured.map((failure) => failure.repeats);
  const settled = () => vi.advanceTimersByTimeAsync(0);
  return { captured, reporter, equal, announce, repeats, settled };
}

test('of errors that a page throws in a loop the first is sent, and a minute later the last, which says how many there were', async () => {
  const { captured, equal, announce, repeats, settled } = setUp();
  for (let count = 0; count < 10_000; count += 1) announce(equal());
  await settled();
  expect(repeats()).toEqual([undefined]);
  expect(localStorage).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(minuteMs);
  expect(repeats()).toEqual([undefined, 9_999]);
  expect(captured[1]?.eventId).not.toBe(captured[0]?.eventId);
});

test('errors that go on are at most one event a minute', async () => {
  const { equal, announce, repeats, settled } = setUp();
  for (let second = 0; second < 180; second += 1) {
    announce(equal());
    await vi.advanceTimersByTimeAsync(1_000);
  }
  await settled();
  expect(repeats()).toEqual([undefined, 59, 60, 60]);
});

test('errors of another type, message or stack are sent', async () => {
  const { captured, equal, announce, settled } = setUp();
  const thrown = [equal(), equal('y'), Object.assign(equal(), { name: 'TypeError' }), new Error('x'), 'x', 7];
  for (const one of thrown) announce(one);
  await settled();
  expect(captured.map((failure) => failure.thrown)).toEqual(thrown);
});

test('when the page ends, what was held back is stored', async () => {
  const { captured, equal, announce, settled } = setUp();
  for (let count = 0; count < 3; count += 1) announce(equal());
  dispatchEvent(new Event('pagehide'));
  expect(localStorage).toHaveLength(2);
  await settled();
  expect(storedFor(captured[1]!)).toMatchObject({ repeats: 2 });
});

test.each(['boundary', 'report', 'sdk', 'recovery'] as const)(
  'an equal error that is noticed by %s is sent, for its reference is shown',
  async (noticedBy) => {
    const { captured, reporter, equal, announce, settled } = setUp();
    const held = equal();
    announce(equal());
    announce(held);
    const shown = [reporter.reportOnce(equal(), noticedBy), reporter.reportOnce(held, noticedBy)];
    await settled();
    expect(captured.slice(1)).toEqual(shown);
  },
);

test('an error that was held back is sent, once, when its reference is asked for', async () => {
  const { captured, reporter, equal, announce, settled } = setUp();
  const held = equal();
  announce(equal());
  const told = vi.fn();
  reporter.subscribe(told);
  announce(held);
  expect(told).toHaveBeenCalledOnce();
  const failure = reporter.failureOf(held);
  await settled();
  expect(captured[1]).toBe(failure);
  expect(reporter.stateOf(failure!.eventId)).toEqual({ state: 'sending' });
  reporter.failureOf(held);
  await vi.advanceTimersByTimeAsync(minuteMs);
  expect(captured).toHaveLength(2);
});

test('forgets the oldest of more than 200 kinds', async () => {
  const { captured, equal, announce, settled } = setUp();
  for (let kind = 0; kind < 201; kind += 1) {
    announce(equal(`${kind}`));
    await settled();
  }
  for (const kind of ['200', '0']) announce(equal(kind));
  await settled();
  expect(captured.slice(200).map((failure) => (failure.thrown as Error).message)).toEqual(['200', '0']);
});
