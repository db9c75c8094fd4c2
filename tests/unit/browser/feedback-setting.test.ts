import { expect, test, vi } from 'vitest';
import { noteFeedback, subscribeToFeedback, acceptsFeedback } from '../../../candor/src/browser/feedback-setting';

test('it is not known before a response, and then what the last one says', () => {
  const listener = vi.fn();
  const unsubscribe = subscribeToFeedback(listener);
  expect(acceptsFeedback()).toBeUndefined();
  for (const [response, isOn] of [
    [{ feedback: 'off' }, false],
    [{ event: 'id', state: 'sent' }, true],
    [{ feedback: 'off', state: 'off' }, false],
    [null, true],
  ] as const) {
    noteFeedback(response);
    expect(acceptsFeedback()).toBe(isOn);
  }
  expect(listener).toHaveBeenCalledTimes(4);
  unsubscribe();
  noteFeedback({});
  expect(listener).toHaveBeenCalledTimes(4);
});
