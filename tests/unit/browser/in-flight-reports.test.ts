// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { createInFlightReports } from '../../../candor/src/browser/in-flight-reports';
import { createReportStorage } from '../../../candor/src/browser/report-storage';
import type { EventState } from '../../../candor/src/shared/event-state';
import { aFailure, aFeedback, storedFor } from './make-reports';

/** In-flight reports, a storage with this report, and the states that are set. */
function setUp({ report = aFailure(new Error('x')) as ReturnType<typeof aFailure | typeof aFeedback> } = {}) {
  const storage = createReportStorage();
  report.isStored = storage.save(report);
  const states: EventState[] = [];
  return { report, states, ...createInFlightReports(storage, (_, state) => states.push(state)) };
}

test.each<[string, EventState, ReturnType<typeof aFailure | typeof aFeedback>, unknown]>([
  ['a failure', { state: 'sent' }, aFailure(new Error('x')), expect.any(Number)],
  ['feedback', { state: 'sent' }, aFeedback(), expect.any(Number)],
  ['a failure', { state: 'queued' }, aFailure(new Error('x')), undefined],
  ['a failure', { state: 'off' }, aFailure(new Error('x')), undefined],
  ['a failure', { state: 'dropped', reason: 'why' }, aFailure(new Error('x')), undefined],
])('sets %s to %j, with its duration if it was sent, and removes it alone', (_, state, report, afterMs) => {
  const { states, add, settle } = setUp({ report });
  const other = setUp().report;
  for (const one of [report, other]) add(one);
  expect([states, storedFor(report)]).toEqual([[], expect.anything()]);
  settle(report.eventId, state);
  expect(states).toEqual([{ ...state, afterMs }]);
  expect([storedFor(report), storedFor(other)]).toEqual([undefined, expect.anything()]);
});

test.each([
  ['the time from the report to its delivery', 1_200, 1_200],
  ['nothing less than 0, although the clock was set back meanwhile', -3_600_000, 0],
])('the duration is %s', (_, passedMs, afterMs) => {
  const { report, states, add, settle } = setUp();
  vi.useFakeTimers({ toFake: ['Date'], now: report.at.getTime() + passedMs });
  add(report);
  settle(report.eventId, { state: 'sent' });
  expect(states).toEqual([{ state: 'sent', afterMs }]);
});

test('a deferred report is queued where it is stored, and sending where it is not, until it is settled', () => {
  const { report, states, add, defer, settle } = setUp();
  const notStored = { ...aFailure(new Error('not stored')), isStored: false };
  for (const one of [report, notStored]) add(one);
  for (const one of [report, notStored]) defer(one.eventId);
  expect(states).toEqual([{ state: 'queued' }, { state: 'sending' }]);
  expect(storedFor(report)).toBeDefined();
  settle(report.eventId, { state: 'sent' });
  expect(states[2]).toEqual({ state: 'sent', afterMs: expect.any(Number) });
});

test('settles a report that was never added, without a duration', () => {
  const { report, states, settle } = setUp();
  settle(report.eventId, { state: 'sent' });
  expect([states, storedFor(report)]).toEqual([[{ state: 'sent' }], undefined]);
});
