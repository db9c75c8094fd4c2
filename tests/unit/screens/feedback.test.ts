// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { reportFeedback, settledFeedback } from '../../../candor/src/screens/feedback';
import type { Report, SetState } from '../../../candor/src/browser/report';
import { browserReporter } from '../../../candor/src/browser/reporter';
import type { EventState } from '../../../candor/src/shared/event-state';
import { isEventId } from '../../../candor/src/shared/digest';
import { takeConsole } from '../../support/quiet-console';
import { forbidStorage, storedFor } from '../browser/make-reports';
import { submitFeedback, validateFeedback } from '../../../candor/src/screens/submit-feedback';
import { acceptsFeedback, noteFeedback, subscribeToFeedback } from '../../../candor/src/browser/feedback-setting';
import { useFeedbackOffer } from '../../../candor/src/screens/feedback-offer';
import { act, renderHook } from './testing-library';

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

test.each([
  ['blank', ' \n ', 'Write something first.'],
  ['too long', 'x'.repeat(4_097), 'That is too long by 1: at most 4,096 characters can be sent.'],
])('sends nothing that is %s, and gives the sentence for it', async (_, message, text) => {
  const report = vi.spyOn(browserReporter, 'report');
  expect(await submitFeedback(about, message)).toEqual({ state: 'dropped', reason: text, text });
  expect(validateFeedback('x'.repeat(4_096))).toBeUndefined();
  expect(report).not.toHaveBeenCalled();
});

test('a reporter that throws drops the feedback, and the screen stays', async () => {
  vi.spyOn(browserReporter, 'report').mockImplementation(() => {
    throw new Error('broken');
  });
  const text = 'Not sent: the reporter failed.';
  expect(await submitFeedback(about, 'x')).toEqual({ state: 'dropped', reason: 'the reporter failed', text });
  expect(takeConsole('warn')).toHaveLength(1);
});

test('asks once the site was asked for the event, goes on while it is sent again, and ends where words are discarded', () => {
  const event = (state: 'sending' | 'queued' | 'sent' | 'off'): EventState => ({ state });
  const { result, rerender } = renderHook(useFeedbackOffer, { initialProps: event('sending') });
  expect([result.current, acceptsFeedback()]).toEqual([false, undefined]);
  for (const state of ['queued', 'sending', 'sent'] as const) {
    rerender(event(state));
    expect(result.current, state).toBe(true);
  }
  rerender(event('off'));
  expect(result.current).toBe(false);
  rerender(event('sent'));
  act(() => noteFeedback({ feedback: 'off' }));
  expect(result.current).toBe(false);
});

test('whether feedback is accepted is what the last response says', () => {
  const listener = vi.fn();
  const unsubscribe = subscribeToFeedback(listener);
  const responses = [{ feedback: 'off' }, { event: 'id', state: 'sent' }, { feedback: 'off', state: 'off' }, null];
  const said = responses.map((response) => (noteFeedback(response), acceptsFeedback()));
  expect(said).toEqual([false, true, false, true]);
  unsubscribe();
  noteFeedback({});
  expect(listener).toHaveBeenCalledTimes(4);
});
