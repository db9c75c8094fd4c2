// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { createInFlightReports } from '../../../candor/src/browser/in-flight-reports';
import type { Report } from '../../../candor/src/browser/report';
import { createReportStorage } from '../../../candor/src/browser/report-storage';
import type { EventState } from '../../../candor/src/shared/event-state';
import { aFailure, aFeedback, storedFor } from './make-reports';

/** In-flight reports, a storage with this report, and the states that are set. */
function setUp(report: Report = aFailure(new Error('x'))) {
  const storage = createReportStorage();
  report.isStored = storage.save(report);
  const states: [string, EventState][] = [];
  return { report, states, ...createInFlightReports(storage, (...state) => states.push(state)) };
}

let { report, states, add, defer, settle } = setUp();
beforeEach(() => void ({ report, states, add, defer, settle } = setUp()));

test('sets no state for a report that is only added, and leaves it in the storage', () => {
  add(report);
  expect(states).toEqual([]);
  expect(storedFor(report)).toBeDefined();
});

test.each<[string, EventState, Report, unknown]>([
  ['a failure', { state: 'sent' }, aFailure(new Error('x')), expect.any(Number)],
  ['feedback', { state: 'sent' }, aFeedback(), expect.any(Number)],
  ['a failure', { state: 'queued' }, aFailure(new Error('x')), undefined],
  ['a failure', { state: 'off' }, aFailure(new Error('x')), undefined],
  ['a failure', { state: 'dropped', reason: 'why' }, aFailure(new Error('x')), undefined],
])('sets %s to %j, with its duration if it was sent, and removes it from the storage', (_, state, made, afterMs) => {
  const { states, add, settle } = setUp(made);
  add(made);
  settle(made.eventId, state);
  expect(states).toEqual([[made.eventId, { ...state, afterMs }]]);
  expect(storedFor(made)).toBeUndefined();
});

test.each([
  ['the time from the report to its delivery', 1_200, 1_200],
  ['nothing less than 0, although the clock was set back meanwhile', -3_600_000, 0],
])('the duration is %s', (_, passedMs, afterMs) => {
  vi.useFakeTimers({ toFake: ['Date'], now: report.at });
  add(report);
  vi.setSystemTime(Date.now() + passedMs);
  settle(report.eventId, { state: 'sent' });
  expect(states).toEqual([[report.eventId, { state: 'sent', afterMs }]]);
});

test('sets a deferred report that is stored to `queued`, and then to its settled state', () => {
  add(report);
  defer(report.eventId);
  expect(states).toEqual([[report.eventId, { state: 'queued' }]]);
  expect(storedFor(report)).toBeDefined();
  settle(report.eventId, { state: 'sent' });
  expect(states[1]).toEqual([report.eventId, { state: 'sent', afterMs: expect.any(Number) }]);
  expect(storedFor(report)).toBeUndefined();
});

test('sets a deferred report that could not be stored to `sending`', () => {
  const notStored = { ...aFailure(new Error('not stored')), isStored: false };
  add(notStored);
  defer(notStored.eventId);
  expect(states).toEqual([[notStored.eventId, { state: 'sending' }]]);
});

test('settles a report that was never added, without a duration', () => {
  settle(report.eventId, { state: 'sent' });
  expect(states).toEqual([[report.eventId, { state: 'sent' }]]);
  expect(storedFor(report)).toBeUndefined();
});

test('settles each report by itself, and leaves the others in the storage', () => {
  const other = aFailure(new Error('other'));
  for (const one of [report, other]) add(one);
  settle(other.eventId, { state: 'queued' });
  expect(states).toEqual([[other.eventId, { state: 'queued' }]]);
  expect(storedFor(report)).toBeDefined();
});
