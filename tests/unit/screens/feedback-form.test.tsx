// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { browserReporter } from '../../../candor/browser/reporter';
import type { EventState } from '../../../candor/event-state';
import { FeedbackForm, validateFeedback } from '../../../candor/screens/feedback-form';
import { until } from '../../support/wait-until';

const eventId = '0123456789abcdef0123456789abcdef';
let sent: { about: string; words: string; setState: (event: EventState) => void }[];

beforeEach(() => {
  sent = [];
});
afterEach(cleanup);

// Every test file has its own reporter, which loads its SDK once.
browserReporter.start((_, setState) =>
  Promise.resolve((report) => {
    if (!('words' in report)) return expect.unreachable();
    const { eventId, about, words } = report;
    sent.push({ about, words, setState: (event) => setState(eventId, event) });
  }),
);

const status = () => screen.getByRole('status').textContent;
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'What were you doing?' });
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Send' });

test.each<[EventState, string]>([
  [{ state: 'sent' }, 'Sent. Thank you.'],
  [{ state: 'queued' }, 'Kept here, and sent when the service can be reached. Thank you.'],
  [{ state: 'dropped', reason: 'the server responded with 413' }, 'Not sent: the server answered 413.'],
  [{ state: 'off' }, 'Not sent: reporting is off.'],
  [{ state: 'unknown' }, 'We could not confirm delivery.'],
])('sends the message to the event once, and shows whether it arrived: %j', async (state, text) => {
  render(<FeedbackForm eventId={eventId} />);
  await userEvent.type(field(), '  I pressed a button. ');
  await userEvent.click(button());
  expect(status()).toBe('Sending …');
  expect(button().disabled).toBe(true);
  const { about, words, setState } = await until('the feedback', () => sent[0]);
  expect({ about, words }).toEqual({ about: eventId, words: 'I pressed a button.' });

  setState(state);
  await screen.findByText(text);
  expect(button().disabled).toBe(false);
  expect(sent).toHaveLength(1);
});

test('sends nothing when the field is blank', async () => {
  render(<FeedbackForm eventId={eventId} />);
  await userEvent.type(field(), '   ');
  await userEvent.click(button());
  expect(status()).toBe('Write something first.');
  expect(sent).toEqual([]);
});

test('sends nothing that is too long, and keeps the text in the field', async () => {
  render(<FeedbackForm eventId={eventId} />);
  field().value = 'x'.repeat(4_099);
  await userEvent.click(button());
  expect(status()).toBe('That is too long by 3: at most 4096 characters can be sent.');
  expect(field().value).toHaveLength(4_099);
  expect(sent).toEqual([]);
});

test('accepts a message up to the limit', () => {
  expect(validateFeedback('x'.repeat(4_096))).toBeUndefined();
  expect(validateFeedback('x'.repeat(4_097))).toContain('too long');
});
