// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { acceptsFeedback, noteFeedback, subscribeToFeedback } from '../../../candor/src/browser/feedback-setting';
import type { EventState } from '../../../candor/src/shared/event-state';
import { useFeedbackOffer } from '../../../candor/src/screens/feedback-offer';
import { act, renderHook } from './testing-library';

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
