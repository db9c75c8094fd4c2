// @vitest-environment happy-dom
import { beforeEach, describe, expect, test } from 'vitest';
import { createBrowserOutbox } from '../../../app/_reporting/browser-outbox';
import { createBrowserReporter, type Answered, type Report } from '../../../app/_reporting/browser-reporter';
import { isEventId } from '../../../app/_reporting/digest';
import { takeConsole } from '../../support/quiet-console';
import { until } from '../../support/until';
import { aFeedback, forbidStorage, keptOf } from './make-reports';

beforeEach(() => localStorage.clear());

/** A reporter, and an SDK that captures into a list. */
function setUp() {
  const captured: Report[] = [];
  let tell: Answered = () => expect.unreachable();
  const reporter = createBrowserReporter(createBrowserOutbox());
  const start = () =>
    reporter.start((_, answered) => {
      tell = answered;
      return Promise.resolve((report) => void captured.push(report));
    });
  return { captured, reporter, start, answered: (...fate: Parameters<Answered>) => tell(...fate) };
}

test.each([new Error('x'), { a: 1 }, () => {}])('reports %o once, whoever noticed it', async (thrown) => {
  const { captured, reporter, start } = setUp();
  start();
  const failure = reporter.reportOnce(thrown, 'error');
  expect(reporter.reportOnce(thrown, 'boundary')).toBe(failure);
  expect(reporter.failureOf(thrown)).toBe(failure);
  await reporter.captureWaiting();
  await until('its being captured', () => captured[0]);
  expect(captured).toEqual([failure]);
  expect(failure).toMatchObject({ thrown, noticedBy: 'error', at: expect.any(Date), breadcrumbs: [] });
  expect(failure?.eventId).toSatisfy(isEventId);
});

test('leaves alone what carries a digest, and keeps none of it', async () => {
  const { captured, reporter, start } = setUp();
  start();
  const redacted = Object.assign(new Error('x'), { digest: '2338064195' });
  expect(reporter.reportOnce(redacted, 'boundary')).toBeUndefined();
  expect(reporter.failureOf(redacted)).toBeUndefined();
  const later = reporter.reportOnce(new Error('later'), 'error');
  await until('the later one', () => captured[0]);
  expect(captured).toEqual([later]);
  expect(localStorage).toHaveLength(1);
});

test.each<[string, unknown]>([
  ['does not tell whether it has a digest', new Proxy({}, { has: refuse })],
  ['does not tell its keys', new Proxy({}, { ownKeys: refuse })],
  ['has a message that cannot be read', Object.defineProperty(new Error('x'), 'message', { get: refuse })],
])('reports what %s', (_, thrown) => {
  const { reporter } = setUp();
  const failure = reporter.reportOnce(thrown, 'error');
  expect(failure).toMatchObject({ noticedBy: 'error' });
  expect(reporter.stateOf(failure!.eventId)).toEqual({ state: 'sending' });
});

function refuse(): never {
  throw new Error('tell nobody');
}

test('says where it failed without query and fragment', () => {
  history.replaceState(null, '', '#part');
  const failure = setUp().reporter.reportOnce(new Error('x'), 'error');
  expect(failure?.url).toBe(location.origin + location.pathname);
});

test('reports each time that the same primitive is thrown, and shows the latest', async () => {
  const { captured, reporter, start } = setUp();
  start();
  const first = reporter.reportOnce('text', 'error');
  const second = reporter.reportOnce('text', 'unhandledrejection');
  const undefinedThrown = reporter.reportOnce(undefined, 'unhandledrejection');
  await until('all three', () => captured[2]);
  expect(captured).toEqual([first, second, undefinedThrown]);
  expect(first?.eventId).not.toBe(second?.eventId);
  expect(reporter.failureOf('text')).toBe(second);
  expect(reporter.failureOf(undefined)).toBe(undefinedThrown);
  expect(reporter.failureOf('other')).toBeUndefined();
});

test("reports a visitor's words beside failures, in order", async () => {
  const { captured, reporter, start } = setUp();
  const feedback = aFeedback();
  const failure = reporter.reportOnce(new Error('x'), 'error');
  reporter.add(feedback);
  start();
  await until('both', () => captured[1]);
  expect(captured).toEqual([failure, feedback]);
});

test('knows nothing of an event that is not its own', () => {
  expect(setUp().reporter.stateOf('0123456789abcdef0123456789abcdef')).toEqual({ state: 'unknown' });
});

describe('what became of an event', () => {
  async function captureOne() {
    const set = setUp();
    set.start();
    const failure = set.reporter.reportOnce(new Error('x'), 'error');
    await until('its being captured', () => set.captured[0]);
    if (failure === undefined) return expect.unreachable();
    return { ...set, failure, state: () => set.reporter.stateOf(failure.eventId) };
  }

  test('is told to listeners, until they leave', async () => {
    const { reporter, failure, answered } = await captureOne();
    const heard: string[] = [];
    const leave = reporter.subscribe(() => heard.push(reporter.stateOf(failure.eventId).state));
    answered(failure.eventId, { state: 'sent' });
    leave();
    answered(failure.eventId, { state: 'queued' });
    expect(heard).toEqual(['sent']);
  });

  test('is sending, and then sent after some time', async () => {
    const { failure, answered, state } = await captureOne();
    expect(state()).toEqual({ state: 'sending' });
    expect(keptOf(failure)).toBeDefined();
    answered(failure.eventId, { state: 'sent' });
    expect(state()).toEqual({ state: 'sent', afterMs: expect.any(Number) });
    expect(keptOf(failure)).toBeUndefined();
  });

  test.each([{ state: 'queued' }, { state: 'off' }, { state: 'dropped', reason: 'why' }] as const)(
    'is final, and nothing more is kept of it: %j',
    async (fate) => {
      const { failure, answered, state } = await captureOne();
      answered(failure.eventId, fate);
      expect(state()).toEqual(fate);
      expect(keptOf(failure)).toBeUndefined();
    },
  );

  test('is queued while it gets no answer and is kept', async () => {
    const { failure, answered, state } = await captureOne();
    answered(failure.eventId, undefined);
    expect(state()).toEqual({ state: 'queued' });
    expect(keptOf(failure)).toBeDefined();
    answered(failure.eventId, { state: 'sent' });
    expect(state()).toMatchObject({ state: 'sent' });
  });

  test('is queued while what an earlier page has left gets no answer', async () => {
    const { reporter, answered } = await captureOne();
    const left = aFeedback();
    createBrowserOutbox().keep(left);
    answered(left.eventId, undefined);
    expect(reporter.stateOf(left.eventId)).toEqual({ state: 'queued' });
  });

  test('is still sending while it gets no answer and could not be kept', async () => {
    forbidStorage();
    const { failure, answered, state } = await captureOne();
    answered(failure.eventId, undefined);
    expect(state()).toEqual({ state: 'sending' });
    expect(takeConsole('warn')).toEqual([expect.stringContaining('SecurityError')]);
  });
});
