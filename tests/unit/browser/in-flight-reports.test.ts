// @vitest-environment happy-dom
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createBrowserOutbox } from '../../../candor/browser/report-storage';
import type { Report } from '../../../candor/browser/reporter';
import type { EventState } from '../../../candor/event-state';
import { createReportsInHand } from '../../../candor/browser/in-flight-reports';
import { aFailure, aFeedback, keptOf } from './make-reports';

beforeEach(() => localStorage.clear());

/** Reports in hand, an outbox with this report, and what is told of it. */
function setUp(report: Report = aFailure(new Error('x'), { madeAt: performance.now() })) {
  const outbox = createBrowserOutbox();
  report.isKept = outbox.keep(report);
  const told: [string, EventState][] = [];
  return { report, told, ...createReportsInHand(outbox, (...fate) => told.push(fate)) };
}

test('tells nothing of a report that is only taken, and leaves it in the outbox', () => {
  const { report, told, take } = setUp();
  take(report);
  expect(told).toEqual([]);
  expect(keptOf(report)).toBeDefined();
});

test.each([
  ['a failure', aFailure(new Error('x'), { madeAt: performance.now() })],
  ["a visitor's words", aFeedback({ madeAt: performance.now() })],
])('tells that %s was sent after some time, and takes it out of the outbox', (_, made) => {
  const { report, told, take, answered } = setUp(made);
  take(report);
  answered(report.eventId, { state: 'sent' });
  expect(told).toEqual([[report.eventId, { state: 'sent', afterMs: expect.any(Number) }]]);
  expect(keptOf(report)).toBeUndefined();
});

test.each([
  ['back', -3_600_000],
  ['forward', 3_600_000],
])('tells how long it took though the clock was set %s meanwhile', (_, setMs) => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const { report, told, take, answered } = setUp();
  take(report);
  vi.advanceTimersByTime(1_200);
  vi.setSystemTime(Date.now() + setMs);
  answered(report.eventId, { state: 'sent' });
  expect(told).toEqual([[report.eventId, { state: 'sent', afterMs: 1_200 }]]);
});

test('tells no duration of a report that an earlier page made', () => {
  const { report, told, take, answered } = setUp(aFailure(new Error('x')));
  take(report);
  answered(report.eventId, { state: 'sent' });
  expect(told).toEqual([[report.eventId, { state: 'sent' }]]);
});

test.each<EventState>([{ state: 'queued' }, { state: 'off' }, { state: 'dropped', reason: 'why' }])(
  'tells %j as it is, and takes the report out of the outbox',
  (fate) => {
    const { report, told, take, answered } = setUp();
    take(report);
    answered(report.eventId, fate);
    expect(told).toEqual([[report.eventId, fate]]);
    expect(keptOf(report)).toBeUndefined();
  },
);

test('tells that a report is queued while it gets no answer and is kept, and then what became of it', () => {
  const { report, told, take, answered } = setUp();
  take(report);
  answered(report.eventId, undefined);
  expect(told).toEqual([[report.eventId, { state: 'queued' }]]);
  expect(keptOf(report)).toBeDefined();
  answered(report.eventId, { state: 'sent' });
  expect(told[1]).toEqual([report.eventId, { state: 'sent', afterMs: expect.any(Number) }]);
  expect(keptOf(report)).toBeUndefined();
});

test('tells that a report is still sending while it gets no answer and could not be kept', () => {
  const { told, take, answered } = setUp();
  const report = { ...aFailure(new Error('not kept')), isKept: false };
  take(report);
  answered(report.eventId, undefined);
  expect(told).toEqual([[report.eventId, { state: 'sending' }]]);
});

test('tells what the server knew of a report that was never taken, without a time of its own', () => {
  const { report, told, answered } = setUp();
  answered(report.eventId, { state: 'sent' });
  expect(told).toEqual([[report.eventId, { state: 'sent' }]]);
  expect(keptOf(report)).toBeUndefined();
});

test('tells of each report by itself, and leaves the others in the outbox', () => {
  const { report, told, take, answered } = setUp();
  const other = aFailure(new Error('other'));
  take(report);
  take(other);
  answered(other.eventId, { state: 'queued' });
  expect(told).toEqual([[other.eventId, { state: 'queued' }]]);
  expect(keptOf(report)).toBeDefined();
});
