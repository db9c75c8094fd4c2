// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { noteFeedback } from '../../../candor/src/browser/feedback-setting';
import type { EventState } from '../../../candor/src/shared/event-state';
import { useFeedbackOffer } from '../../../candor/src/screens/feedback-offer';
import { act, renderHook } from './testing-library';

test('asks once the site was asked for the event, goes on while it is sent again, and ends where words are discarded', () => {
  const event = (state: 'sending' | 'queued' | 'sent' | 'off'): EventState => ({ state });
  const { result, rerender } = renderHook(useFeedbackOffer, { initialProps: event('sending') });
  expect(result.current).toBe(false);
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
