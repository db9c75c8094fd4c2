// @vitest-environment happy-dom
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createInFlightReports } from '../../../candor/browser/in-flight-reports';
import type { Report } from '../../../candor/browser/report';
import { createReportStorage } from '../../../candor/browser/report-storage';
import type { EventState } from '../../../candor/event-state';
import { aFailure, aFeedback, storedFor } from './make-reports';

beforeEach(() => localStorage.clear());

/** In-flight reports, a storage with this report, and the states that are set. */
function setUp(report: Report = aFailure(new Error('x'))) {
  const storage = createReportStorage();
  report.isStored = storage.save(report);
  const states: [string, EventState][] = [];
  return { report, states, ...createInFlightReports(storage, (...state) => states.push(state)) };
}

test('sets no state for a report that is only added, and leaves it in the storage', () => {
  const { report, states, add } = setUp();
  add(report);
  expect(states).toEqual([]);
  expect(storedFor(report)).toBeDefined();
});

test.each([
  ['a failure', aFailure(new Error('x'))],
  ['feedback', aFeedback()],
])('sets %s that was sent to `sent` with its duration, and removes it from the storage', (_, made) => {
  const { report, states, add, settle } = setUp(made);
  add(report);
  settle(report.eventId, { state: 'sent' });
  expect(states).toEqual([[report.eventId, { state: 'sent', afterMs: expect.any(Number) }]]);
  expect(storedFor(report)).toBeUndefined();
});

test.each([
  ['the time from the report to its delivery', 1_200, 1_200],
  ['nothing less than 0, although the clock was set back meanwhile', -3_600_000, 0],
])('the duration is %s', (_, passedMs, afterMs) => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const { report, states, add, settle } = setUp();
  add(report);
  vi.setSystemTime(Date.now() + passedMs);
  settle(report.eventId, { state: 'sent' });
  expect(states).toEqual([[report.eventId, { state: 'sent', afterMs }]]);
});

test.each<EventState>([{ state: 'queued' }, { state: 'off' }, { state: 'dropped', reason: 'why' }])(
  'sets %j as it is, and removes the report from the storage',
  (state) => {
    const { report, states, add, settle } = setUp();
    add(report);
    settle(report.eventId, state);
    expect(states).toEqual([[report.eventId, state]]);
    expect(storedFor(report)).toBeUndefined();
  },
);

test('sets a deferred report that is stored to `queued`, and then to its settled state', () => {
  const { report, states, add, defer, settle } = setUp();
  add(report);
  defer(report.eventId);
  expect(states).toEqual([[report.eventId, { state: 'queued' }]]);
  expect(storedFor(report)).toBeDefined();
  settle(report.eventId, { state: 'sent' });
  expect(states[1]).toEqual([report.eventId, { state: 'sent', afterMs: expect.any(Number) }]);
  expect(storedFor(report)).toBeUndefined();
});

test('sets a deferred report that could not be stored to `sending`', () => {
  const { states, add, defer } = setUp();
  const report = { ...aFailure(new Error('not stored')), isStored: false };
  add(report);
  defer(report.eventId);
  expect(states).toEqual([[report.eventId, { state: 'sending' }]]);
});

test('settles a report that was never added, without a duration', () => {
  const { report, states, settle } = setUp();
  settle(report.eventId, { state: 'sent' });
  expect(states).toEqual([[report.eventId, { state: 'sent' }]]);
  expect(storedFor(report)).toBeUndefined();
});

test('settles each report by itself, and leaves the others in the storage', () => {
  const { report, states, add, settle } = setUp();
  const other = aFailure(new Error('other'));
  add(report);
  add(other);
  settle(other.eventId, { state: 'queued' });
  expect(states).toEqual([[other.eventId, { state: 'queued' }]]);
  expect(storedFor(report)).toBeDefined();
});
