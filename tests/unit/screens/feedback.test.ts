// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { reportFeedback, settledFeedback } from '../../../candor/src/screens/feedback';
import type { Report, SetState } from '../../../candor/src/browser/report';
import { browserReporter } from '../../../candor/src/browser/reporter';
import type { EventState } from '../../../candor/src/shared/event-state';
import { isEventId } from '../../../candor/src/shared/digest';
import { takeConsole } from '../../support/quiet-console';
import { forbidStorage, storedFor } from '../browser/make-reports';

const about = '0123456789abcdef0123456789abcdef';
const captured: Report[] = [];
let setState: SetState;

browserReporter.start((_, set) => {
  setState = set;
  return Promise.resolve((report) => void captured.push(report));
});

beforeEach(() => {
  captured.length = 0;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});

let sent = 0;
/** Others each time: the same words are sent once. */
const words = () => `I slept ${(sent += 1)} hours.`;

/** Sends feedback, and waits until it is captured. */
async function send() {
  const state = settledFeedback(reportFeedback(about, words()));
  await vi.advanceTimersByTimeAsync(0);
  const report = captured[0] ?? expect.unreachable();
  return { state, report, eventId: report.eventId };
}

test('reports feedback about an event under an id of its own, and stores it', async () => {
  const { state, report, eventId } = await send();
  expect(report).toEqual({
    eventId: expect.toSatisfy(isEventId),
    at: expect.any(Date),
    url: location.origin + location.pathname,
    breadcrumbs: [],
    scopes: [],
    release: '',
    about,
    words: `I slept ${sent} hours.`,
    isStored: true,
    segments: [],
  });
  expect(eventId).not.toBe(about);
  expect(storedFor(report)).toMatchObject({ words: `I slept ${sent} hours.` });
  setState(about, { state: 'sent' }); // The event, not the feedback.
  setState(eventId, { state: 'dropped', reason: 'why' });
  expect(await state).toEqual({ state: 'dropped', reason: 'why' });
});

test.each(['queued', 'sent'] as const)('resolves with `%s`, and leaves no timer behind', async (settled) => {
  const { state, eventId } = await send();
  setState(eventId, { state: settled });
  expect(await state).toEqual({ state: settled });
  expect(vi.getTimerCount()).toBe(0);
});

test('waits half a minute for feedback that is neither sent nor stored', async () => {
  forbidStorage();
  const { state, eventId } = await send();
  takeConsole('warn');
  setState(eventId, { state: 'sending' });
  expect(vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await state).toEqual({ state: 'sending' });
});

test('says that feedback was dropped because 200 reports are waiting', async () => {
  vi.resetModules();
  const { browserReporter } = await import('../../../candor/src/browser/reporter');
  const { reportFeedback, settledFeedback } = await import('../../../candor/src/screens/feedback');
  for (let count = 1; count <= 200; count += 1) browserReporter.reportOnce(new Error(`${count}`), 'error');
  expect(await settledFeedback(reportFeedback(about, 'I slept.'))).toEqual({
    state: 'dropped',
    reason: 'too many were waiting',
  });
});

test.each(['sending', 'queued', 'sent', 'dropped'] as const)(
  'sends the same words again only once they are dropped: %s',
  (state) => {
    const one = reportFeedback(about, `I slept a night. ${state}`);
    setState(one.eventId, { state, reason: 'why' } as EventState);
    expect(reportFeedback(about, `I slept a night. ${state}`) === one).toBe(state !== 'dropped');
    expect(reportFeedback('f'.repeat(32), `I slept a night. ${state}`)).not.toBe(one);
  },
);

test('without a network it resolves at once: stored words are queued, and others are still being sent', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  expect(await settledFeedback(reportFeedback(about, words()))).toEqual({ state: 'queued' });
  forbidStorage();
  expect(await settledFeedback(reportFeedback(about, words()))).toEqual({ state: 'sending' });
  takeConsole('warn');
  expect(vi.getTimerCount()).toBe(0);
});
