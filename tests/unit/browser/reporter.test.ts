// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { createBrowserOutbox, type BrowserOutbox } from '../../../candor/browser/report-storage';
import { createBrowserReporter, type Report, type SetState } from '../../../candor/browser/reporter';
import { isEventId } from '../../../candor/digest';
import { takeConsole } from '../../support/quiet-console';
import { waitUntil } from '../../support/wait-until';
import { aFeedback, forbidStorage, keptOf } from './make-reports';

beforeEach(() => localStorage.clear());

/** A reporter, and an SDK that captures into a list. */
function setUp() {
  const captured: Report[] = [];
  let tell: SetState = () => expect.unreachable();
  const reporter = createBrowserReporter(createBrowserOutbox());
  const start = () =>
    reporter.start((_, setState) => {
      tell = setState;
      return Promise.resolve((report) => void captured.push(report));
    });
  return { captured, reporter, start, setState: (...fate: Parameters<SetState>) => tell(...fate) };
}

test.each([new Error('x'), { a: 1 }, () => {}])('reports %o once, whoever noticed it', async (thrown) => {
  const { captured, reporter, start } = setUp();
  start();
  const failure = reporter.reportOnce(thrown, 'error');
  expect(reporter.reportOnce(thrown, 'boundary')).toBe(failure);
  expect(reporter.failureOf(thrown)).toBe(failure);
  await reporter.captureWaiting();
  await waitUntil('its being captured', () => captured[0]);
  expect(captured).toEqual([failure]);
  expect(failure).toMatchObject({ thrown, noticedBy: 'error', at: expect.any(Date), breadcrumbs: [] });
  expect(failure?.eventId).toSatisfy(isEventId);
});

test('leaves alone what carries a digest, and what the page is loaded anew for, and keeps none of it', async () => {
  const { captured, reporter, start } = setUp();
  start();
  const redacted = Object.assign(new Error('x'), { digest: '2338064195' });
  expect(reporter.reportOnce(redacted, 'boundary')).toBeUndefined();
  expect(reporter.failureOf(redacted)).toBeUndefined();
  const outdated = Object.assign(new Error('x'), { name: 'UnrecognizedActionError' });
  vi.spyOn(location, 'reload').mockImplementation(() => {});
  expect(reporter.reportOnce(outdated, 'boundary')).toBeUndefined();
  expect(location.reload).toHaveBeenCalledOnce();
  const later = reporter.reportOnce(new Error('later'), 'error');
  await waitUntil('the later one', () => captured[0]);
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
  await waitUntil('all three', () => captured[2]);
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
  await waitUntil('both', () => captured[1]);
  expect(captured).toEqual([failure, feedback]);
});

test('knows nothing of an event that is not its own', () => {
  expect(setUp().reporter.stateOf('0123456789abcdef0123456789abcdef')).toEqual({ state: 'unknown' });
});

test('notes whether each report could be kept', () => {
  const { reporter } = setUp();
  expect(reporter.reportOnce(new Error('kept'), 'error')).toMatchObject({ isKept: true });
  forbidStorage();
  expect(reporter.reportOnce(new Error('not kept'), 'error')).toMatchObject({ isKept: false });
  expect(takeConsole('warn')).toEqual([expect.stringContaining('SecurityError')]);
});

test('gives the SDK the outbox that it keeps its reports in', () => {
  const outbox = createBrowserOutbox();
  const reporter = createBrowserReporter(outbox);
  const given: BrowserOutbox[] = [];
  reporter.start((itsOutbox) => {
    given.push(itsOutbox);
    return Promise.resolve(() => {});
  });
  const failure = reporter.reportOnce(new Error('x'), 'error')!;
  expect(given).toEqual([outbox]);
  expect(keptOf(failure)).toMatchObject({ page: outbox.page });
});

test('knows what became of an event as the SDK tells it, and keeps the report until the SDK takes it away', async () => {
  const { captured, reporter, start, setState } = setUp();
  start();
  const { eventId } = reporter.reportOnce(new Error('x'), 'error')!;
  await waitUntil('its being captured', () => captured[0]);
  expect(reporter.stateOf(eventId)).toEqual({ state: 'sending' });
  setState(eventId, { state: 'dropped', reason: 'why' });
  expect(reporter.stateOf(eventId)).toEqual({ state: 'dropped', reason: 'why' });
  expect(keptOf({ eventId })).toBeDefined();
});

test('tells its listeners what became of an event, until they leave', async () => {
  const { captured, reporter, start, setState } = setUp();
  start();
  const { eventId } = reporter.reportOnce(new Error('x'), 'error')!;
  await waitUntil('its being captured', () => captured[0]);
  const heard: string[] = [];
  const leave = reporter.subscribe(() => heard.push(reporter.stateOf(eventId).state));
  setState(eventId, { state: 'sent' });
  leave();
  setState(eventId, { state: 'queued' });
  expect(heard).toEqual(['sent']);
});
