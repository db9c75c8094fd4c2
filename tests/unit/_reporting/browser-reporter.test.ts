// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest';
import { createBrowserReporter, type BrowserFailure, type BrowserSdk } from '../../../app/_reporting/browser-reporter';
import { isEventId } from '../../../app/_reporting/digest';
import { takeConsole } from '../../support/quiet-console';
import { until } from '../../support/until';

const feedbackId = 'fedcba9876543210fedcba9876543210';

/** An SDK that captures into a list. */
function fakeSdk() {
  const captured: BrowserFailure[] = [];
  const sdk: BrowserSdk = { capture: (failure) => void captured.push(failure), captureFeedback: () => feedbackId };
  return { captured, sdk, load: () => Promise.resolve(sdk) };
}

test.each([new Error('x'), { a: 1 }, () => {}])('reports %o once, whoever noticed it', async (thrown) => {
  const { captured, load } = fakeSdk();
  const reporter = createBrowserReporter();
  reporter.start(load);
  const failure = reporter.reportOnce(thrown, 'error');
  expect(reporter.reportOnce(thrown, 'boundary')).toBe(failure);
  expect(reporter.failureOf(thrown)).toBe(failure);
  await reporter.captureWaiting();
  expect(captured).toEqual([failure]);
  expect(failure).toMatchObject({ thrown, noticedBy: 'error', failedAt: expect.any(Date) });
  expect(failure?.eventId).toSatisfy(isEventId);
});

test('leaves alone what carries a digest', async () => {
  const { captured, load } = fakeSdk();
  const reporter = createBrowserReporter();
  reporter.start(load);
  const redacted = Object.assign(new Error('x'), { digest: '2338064195' });
  expect(reporter.reportOnce(redacted, 'boundary')).toBeUndefined();
  expect(reporter.failureOf(redacted)).toBeUndefined();
  await reporter.captureWaiting();
  expect(captured).toEqual([]);
});

test('captures what failed before the start, in order', async () => {
  const { captured, load } = fakeSdk();
  const reporter = createBrowserReporter();
  const failures = [new Error('one'), new Error('two')].map((error) => reporter.reportOnce(error, 'error'));
  reporter.start(load);
  await until('both', () => (captured.length === 2 ? captured : undefined));
  expect(captured).toEqual(failures);
});

test('loads the SDK at the first failure, and only then and once', async () => {
  let loads = 0;
  const { captured, load } = fakeSdk();
  const reporter = createBrowserReporter();
  reporter.start(() => {
    loads += 1;
    return load();
  });
  expect(loads).toBe(0);
  reporter.reportOnce(new Error('one'), 'error');
  reporter.reportOnce(new Error('two'), 'error');
  await reporter.captureWaiting();
  reporter.reportOnce(new Error('three'), 'error');
  await reporter.captureWaiting();
  expect(captured).toHaveLength(3);
  expect(loads).toBe(1);
});

test('reports each time that the same primitive is thrown, and shows the latest', async () => {
  const { captured, load } = fakeSdk();
  const reporter = createBrowserReporter();
  reporter.start(load);
  const first = reporter.reportOnce('text', 'error');
  const second = reporter.reportOnce('text', 'unhandledrejection');
  const undefinedThrown = reporter.reportOnce(undefined, 'unhandledrejection');
  await reporter.captureWaiting();
  expect(captured).toEqual([first, second, undefinedThrown]);
  expect(first?.eventId).not.toBe(second?.eventId);
  expect(reporter.failureOf('text')).toBe(second);
  expect(reporter.failureOf(undefined)).toBe(undefinedThrown);
  expect(reporter.failureOf('other')).toBeUndefined();
});

test('tells its listeners what becomes of an event, until they leave', async () => {
  const reporter = createBrowserReporter();
  const { sdk } = fakeSdk();
  reporter.start((setState) =>
    Promise.resolve({ ...sdk, capture: ({ eventId }) => setState(eventId, { state: 'sent' }) }),
  );
  const heard: string[] = [];
  let eventId = '';
  const leave = reporter.subscribe(() => heard.push(reporter.stateOf(eventId).state));
  const failure = reporter.reportOnce(new Error('x'), 'error');
  eventId = failure?.eventId ?? '';
  expect(reporter.stateOf(eventId)).toEqual({ state: 'sending' });
  await reporter.captureWaiting();
  expect(reporter.stateOf(eventId)).toEqual({ state: 'sent', afterMs: expect.any(Number) });
  expect(heard.at(-1)).toBe('sent');

  const before = heard.length;
  leave();
  reporter.reportOnce(new Error('y'), 'error');
  expect(heard).toHaveLength(before);
});

test('knows nothing of an event that is not its own', () => {
  expect(createBrowserReporter().stateOf('0123456789abcdef0123456789abcdef')).toEqual({ state: 'unknown' });
});

test('says that reporting is off when the server says so', async () => {
  const reporter = createBrowserReporter();
  reporter.start(() => Promise.resolve(undefined));
  const failure = reporter.reportOnce(new Error('x'), 'error');
  await reporter.captureWaiting();
  expect(reporter.stateOf(failure?.eventId ?? '')).toEqual({ state: 'off' });
});

test('says why when the SDK cannot be loaded, and tries again at the next failure, with what was waiting', async () => {
  const { captured, load } = fakeSdk();
  let isReachable = false;
  const reporter = createBrowserReporter();
  reporter.start(() => (isReachable ? load() : Promise.reject(new Error('no such chunk'))));

  const first = reporter.reportOnce(new Error('one'), 'error');
  const dropped = await until('the reason', () => {
    const event = reporter.stateOf(first?.eventId ?? '');
    return event.state === 'dropped' ? event : undefined;
  });
  expect(dropped.reason).toBe('the reporter could not be loaded');
  expect(takeConsole('warn')).toEqual([expect.stringContaining('no such chunk')]);

  isReachable = true;
  const second = reporter.reportOnce(new Error('two'), 'error');
  await reporter.captureWaiting();
  expect(captured).toEqual([first, second]);
});

test('captures the next failure though the SDK choked on one, and says that this one is lost', async () => {
  const { captured, sdk } = fakeSdk();
  let loads = 0;
  const reporter = createBrowserReporter();
  const [bad, good] = [new Error('bad'), new Error('good')].map((error) => reporter.reportOnce(error, 'error'));
  reporter.start(() => {
    loads += 1;
    return Promise.resolve({
      ...sdk,
      capture(failure) {
        if (failure === bad) throw new TypeError('choked');
        sdk.capture(failure);
      },
    });
  });
  await reporter.captureWaiting();
  takeConsole('warn'); // Whether it says so there is its own affair.
  expect(captured).toEqual([good]);
  expect(reporter.stateOf(bad?.eventId ?? '')).toMatchObject({ state: 'dropped' });
  expect(loads).toBe(1);
});

describe("a visitor's words", () => {
  const eventId = '0123456789abcdef0123456789abcdef';

  test('go to the event, and come back with what became of them', async () => {
    const sent: string[][] = [];
    const { sdk } = fakeSdk();
    const reporter = createBrowserReporter();
    reporter.start((setState) =>
      Promise.resolve({
        ...sdk,
        captureFeedback(...words) {
          sent.push(words);
          queueMicrotask(() => {
            setState(eventId, { state: 'sent' }); // Of the event, not of the words.
            setState(feedbackId, { state: 'dropped', reason: 'why' });
          });
          return feedbackId;
        },
      }),
    );
    expect(await reporter.sendFeedback(eventId, 'I pressed a button.')).toEqual({ state: 'dropped', reason: 'why' });
    expect(sent).toEqual([[eventId, 'I pressed a button.']]);
  });

  test('are not sent when reporting is off', async () => {
    const reporter = createBrowserReporter();
    reporter.start(() => Promise.resolve(undefined));
    expect(await reporter.sendFeedback(eventId, 'x')).toEqual({ state: 'off' });
  });

  test('come back with the reason when the SDK cannot be loaded', async () => {
    const reporter = createBrowserReporter();
    reporter.start(() => Promise.reject(new Error('no such chunk')));
    expect(await reporter.sendFeedback(eventId, 'x')).toEqual({
      state: 'dropped',
      reason: 'the reporter could not be loaded',
    });
    expect(takeConsole('warn')).toEqual([expect.stringContaining('no such chunk')]);
  });
});
