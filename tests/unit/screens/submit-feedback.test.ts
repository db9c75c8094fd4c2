// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { browserReporter } from '../../../candor/src/browser/reporter';
import { submitFeedback, validateFeedback } from '../../../candor/src/screens/submit-feedback';
import { takeConsole } from '../../support/quiet-console';

const eventId = '0123456789abcdef0123456789abcdef';

test.each([
  ['blank', ' \n ', 'Write something first.'],
  ['too long', 'x'.repeat(4_097), 'That is too long by 1: at most 4,096 characters can be sent.'],
])('sends nothing that is %s, and gives the sentence for it', async (_, message, text) => {
  const report = vi.spyOn(browserReporter, 'report');
  expect(await submitFeedback(eventId, message)).toEqual({ state: 'dropped', reason: text, text });
  expect(validateFeedback('x'.repeat(4_096))).toBeUndefined();
  expect(report).not.toHaveBeenCalled();
});

test('a reporter that throws drops the feedback, and the screen stays', async () => {
  vi.spyOn(browserReporter, 'report').mockImplementation(() => {
    throw new Error('broken');
  });
  const text = 'Not sent: the reporter failed.';
  expect(await submitFeedback(eventId, 'x')).toEqual({ state: 'dropped', reason: 'the reporter failed', text });
  expect(takeConsole('warn')).toHaveLength(1);
});
