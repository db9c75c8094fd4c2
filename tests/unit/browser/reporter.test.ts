// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import type { BrowserFailure, Report, SetState } from '../../../candor/browser/report';
import { createReportStorage, type ReportStorage } from '../../../candor/browser/report-storage';
import { createBrowserReporter } from '../../../candor/browser/create-reporter';
import { isEventId } from '../../../candor/digest';
import { takeConsole } from '../../support/quiet-console';
import { waitUntil } from '../../support/wait-until';
import { forbidStorage, storedFor } from './make-reports';

beforeEach(() => localStorage.clear());

/** A reporter, and an SDK that captures into a list. */
function setUp() {
  const captured: Report[] = [];
  let set: SetState = () => expect.unreachable();
  const reporter = createBrowserReporter(createReportStorage());
  const start = () =>
    reporter.start((_, setState) => {
      set = setState;
      return Promise.resolve((report) => void captured.push(report));
    });
  return { captured, reporter, start, setState: (...state: Parameters<SetState>) => set(...state) };
}

test.each([new Error('x'), { a: 1 }, () => {}])('reports %o once, however often it is noticed', async (thrown) => {
  const { captured, reporter, start } = setUp();
  start();
  const failure = reporter.reportOnce(thrown, 'error');
  expect(reporter.reportOnce(thrown, 'boundary')).toBe(failure);
  expect(reporter.failureOf(thrown)).toBe(failure);
  await reporter.flush();
  await waitUntil('the capture', () => captured[0]);
  expect(captured).toEqual([failure]);
  expect(failure).toMatchObject({ thrown, noticedBy: 'error', at: expect.any(Date), breadcrumbs: [] });
  expect(failure?.eventId).toSatisfy(isEventId);
});

test('neither reports nor stores an error with a digest, or one for which the page reloads', async () => {
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
  ['an object whose digest cannot be looked up', new Proxy({}, { has: fail })],
  ['an object whose keys cannot be read', new Proxy({}, { ownKeys: fail })],
  ['an error whose message cannot be read', Object.defineProperty(new Error('x'), 'message', { get: fail })],
])('reports %s', (_, thrown) => {
  const { reporter } = setUp();
  const failure = reporter.reportOnce(thrown, 'error');
  expect(failure).toMatchObject({ noticedBy: 'error' });
  expect(reporter.stateOf(failure!.eventId)).toEqual({ state: 'sending' });
});

function fail(): never {
  throw new Error('tell nobody');
}

test('reports the URL without query and fragment', () => {
  history.replaceState(null, '', '#part');
  const failure = setUp().reporter.reportOnce(new Error('x'), 'error');
  expect(failure?.url).toBe(location.origin + location.pathname);
});

test('reports every throw of the same primitive, and finds the latest', async () => {
  const { captured, reporter, start } = setUp();
  start();
  const first = reporter.reportOnce('text', 'boundary');
  const second = reporter.reportOnce('text', 'boundary');
  const undefinedThrown = reporter.reportOnce(undefined, 'unhandledrejection');
  await waitUntil('all three', () => captured[2]);
  expect(captured).toEqual([first, second, undefinedThrown]);
  expect(first?.eventId).not.toBe(second?.eventId);
  expect(reporter.failureOf('text')).toBe(second);
  expect(reporter.failureOf(undefined)).toBe(undefinedThrown);
  expect(reporter.failureOf('other')).toBeUndefined();
});

test('neither reports nor stores a chunk that is missing because the browser is offline', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  vi.resetModules(); // As a page begins: it does not reload yet.
  const { browserReporter } = await import('../../../candor/browser/reporter');
  const thrown = Object.assign(new Error('x'), { name: 'ChunkLoadError' });
  expect(browserReporter.reportOnce(thrown, 'error')).toBeUndefined();
  expect(localStorage).toHaveLength(0);
});

test('forgets the oldest of thousands of failures, and remembers the latest', async () => {
  const { captured, reporter, start } = setUp();
  start();
  const failures: Report[] = [];
  for (let index = 0; index < 1_000; index += 1) {
    failures.push(reporter.reportOnce(`text ${index}`, 'error')!);
    await reporter.flush();
  }
  expect(captured).toEqual(failures);
  const known = failures.filter((failure) => reporter.failureOf((failure as BrowserFailure).thrown));
  expect(known).toEqual(failures.slice(-200));
  const withState = failures.filter(({ eventId }) => reporter.stateOf(eventId).state !== 'unknown');
  expect(withState).toEqual(failures.slice(-200));
});

test('reports failures and feedback in order', async () => {
  const { captured, reporter, start } = setUp();
  const failure = reporter.reportOnce(new Error('x'), 'error');
  const feedback = reporter.report({ about: failure!.eventId, words: 'I slept.' });
  start();
  await waitUntil('both', () => captured[1]);
  expect(captured).toEqual([failure, feedback]);
});

test('has the state `unknown` for a foreign event', () => {
  expect(setUp().reporter.stateOf('0123456789abcdef0123456789abcdef')).toEqual({ state: 'unknown' });
});

test('marks each report as stored or not', () => {
  const { reporter } = setUp();
  expect(reporter.reportOnce(new Error('stored'), 'error')).toMatchObject({ isStored: true });
  forbidStorage();
  expect(reporter.reportOnce(new Error('not stored'), 'error')).toMatchObject({ isStored: false });
  expect(takeConsole('warn')).toEqual([expect.stringContaining('SecurityError')]);
});

test('gives the SDK its storage', () => {
  const storage = createReportStorage();
  const reporter = createBrowserReporter(storage);
  const received: ReportStorage[] = [];
  reporter.start((given) => {
    received.push(given);
    return Promise.resolve(() => {});
  });
  const failure = reporter.reportOnce(new Error('x'), 'error')!;
  expect(received).toEqual([storage]);
  expect(storedFor(failure)).toMatchObject({ page: storage.page });
});

test('has the state that the SDK sets, and leaves the report in the storage for the SDK to remove', async () => {
  const { captured, reporter, start, setState } = setUp();
  start();
  const { eventId } = reporter.reportOnce(new Error('x'), 'error')!;
  await waitUntil('the capture', () => captured[0]);
  expect(reporter.stateOf(eventId)).toEqual({ state: 'sending' });
  setState(eventId, { state: 'dropped', reason: 'why' });
  expect(reporter.stateOf(eventId)).toEqual({ state: 'dropped', reason: 'why' });
  expect(storedFor({ eventId })).toBeDefined();
});

test('notifies its listeners of a state until they unsubscribe', async () => {
  const { captured, reporter, start, setState } = setUp();
  start();
  const { eventId } = reporter.reportOnce(new Error('x'), 'error')!;
  await waitUntil('the capture', () => captured[0]);
  const heard: string[] = [];
  const unsubscribe = reporter.subscribe(() => heard.push(reporter.stateOf(eventId).state));
  setState(eventId, { state: 'sent' });
  unsubscribe();
  setState(eventId, { state: 'queued' });
  expect(heard).toEqual(['sent']);
});
