// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { createBrowserReporter } from '../../../candor/src/browser/create-reporter';
import { followRepeats } from '../../../candor/src/browser/repeats';
import type { BrowserFailure } from '../../../candor/src/browser/report';
import { createReportStorage } from '../../../candor/src/browser/report-storage';
import { storedFor } from './make-reports';

/** A reporter, and an SDK that captures copies, as events are made at once. */
function setUp() {
  const captured: BrowserFailure[] = [];
  const storage = createReportStorage();
  const reporter = createBrowserReporter(storage);
  const capture = (report: object) => void captured.push({ ...(report as BrowserFailure) });
  const start = () =>
    reporter.start((_, __, failures) => {
      followRepeats(failures, storage, capture);
      return Promise.resolve((report) => {
        capture(report);
        (report as BrowserFailure).repeats = 0;
      });
    });
  const { stack } = new Error();
  const equal = (message = 'x') => Object.assign(new Error(message), { stack });
  const announce = (thrown: unknown) => reporter.reportOnce(thrown, 'error', { file: '' });
  const repeats = () => captured.map((failure) => failure.repeats);
  const settled = () => vi.advanceTimersByTimeAsync(0);
  return { captured, reporter, start, equal, announce, repeats, settled };
}

let { captured, reporter, start, equal, announce, repeats, settled } = setUp();
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval'] });
  ({ captured, reporter, start, equal, announce, repeats, settled } = setUp());
});

test('an error that a page throws 10,000 times before the SDK is loaded is one event, which says how often it came again', async () => {
  for (let count = 0; count < 10_000; count += 1) announce(equal());
  expect(localStorage).toHaveLength(1);
  start();
  await vi.advanceTimersByTimeAsync(60_000);
  await settled();
  expect(repeats()).toEqual([9_999]);
});

test('errors that go on are one event, and then one a minute that says how many came, as reports of their own', async () => {
  start();
  for (let second = 0; second < 180; second += 1) {
    announce(equal());
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(repeats()).toEqual([undefined, 59, 60, 60]);
  expect(new Set(captured.map(({ eventId }) => eventId)).size).toBe(4);
});

test('when the page ends, what came since is stored', async () => {
  start();
  announce(equal());
  await settled();
  for (const thrown of [equal(), equal()]) announce(thrown);
  dispatchEvent(new Event('pagehide'));
  expect(storedFor(captured[1]!)).toMatchObject({ repeats: 2 });
});

test('errors of another type, message or stack are events of their own', async () => {
  start();
  const thrown = [equal(), equal('y'), Object.assign(equal(), { name: 'TypeError' }), new Error('x'), 'x', 7];
  for (const one of thrown) announce(one);
  await settled();
  expect(captured.map((failure) => failure.thrown)).toEqual(thrown);
});

test('an equal error has the reference of the first, whose event is sent, and its state is known to all who ask', () => {
  const told = vi.fn();
  const [first, second] = [equal(), equal()];
  announce(first);
  reporter.subscribe(told);
  announce(second);
  expect(told).toHaveBeenCalledOnce();
  expect(reporter.failureOf(second)).toBe(reporter.failureOf(first));
});

test.each(['boundary', 'report', 'sdk', 'recovery'] as const)(
  'equal errors that are noticed by %s are all sent, for the reference of each is shown',
  async (noticedBy) => {
    start();
    announce(equal());
    const shown = [equal(), equal()].map((thrown) => reporter.reportOnce(thrown, noticedBy)?.eventId);
    await settled();
    expect(captured.slice(1).map(({ eventId }) => eventId)).toEqual(shown);
    expect(new Set(shown).size).toBe(2);
  },
);
