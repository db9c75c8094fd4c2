// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { browserReporter } from '../../../candor/browser/reporter';
import type { EventState } from '../../../candor/event-state';
import { FeedbackForm, refuseFeedback } from '../../../candor/screens/feedback-form';
import { waitUntil } from '../../support/wait-until';

const eventId = '0123456789abcdef0123456789abcdef';
let sent: { about: string; words: string; tell: (event: EventState) => void }[];

beforeEach(() => {
  sent = [];
});
afterEach(cleanup);

// Every file of tests has a reporter of its own; it loads its SDK once.
browserReporter.start((_, setState) =>
  Promise.resolve((report) => {
    if (!('words' in report)) return expect.unreachable();
    const { eventId, about, words } = report;
    sent.push({ about, words, tell: (event) => setState(eventId, event) });
  }),
);

const said = () => screen.getByRole('status').textContent;
const words = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'What were you doing?' });
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Send' });

test.each<[EventState, string]>([
  [{ state: 'sent' }, 'Sent. Thank you.'],
  [{ state: 'queued' }, 'Kept here, and sent when the service can be reached. Thank you.'],
  [{ state: 'dropped', reason: 'the server answered 413' }, 'Not sent: the server answered 413.'],
  [{ state: 'off' }, 'Not sent: reporting is off.'],
])('sends the words to the event once, and says what became of them: %j', async (fate, sentence) => {
  render(<FeedbackForm eventId={eventId} />);
  await userEvent.type(words(), '  I pressed a button. ');
  await userEvent.click(button());
  expect(said()).toBe('Sending …');
  expect(button().disabled).toBe(true);
  const { about, words: itsWords, tell } = await waitUntil('the words', () => sent[0]);
  expect({ about, itsWords }).toEqual({ about: eventId, itsWords: 'I pressed a button.' });

  tell(fate);
  await screen.findByText(sentence);
  expect(button().disabled).toBe(false);
  expect(sent).toHaveLength(1);
});

test('sends nothing when nothing is written', async () => {
  render(<FeedbackForm eventId={eventId} />);
  await userEvent.type(words(), '   ');
  await userEvent.click(button());
  expect(said()).toBe('Nothing is written yet.');
  expect(sent).toEqual([]);
});

test('sends nothing that is too long, and keeps what was written', async () => {
  render(<FeedbackForm eventId={eventId} />);
  words().value = 'x'.repeat(4_099);
  await userEvent.click(button());
  expect(said()).toBe('That is too long by 3: at most 4096 characters can be sent.');
  expect(words().value).toHaveLength(4_099);
  expect(sent).toEqual([]);
});

test('takes words up to the limit', () => {
  expect(refuseFeedback('x'.repeat(4_096))).toBeUndefined();
  expect(refuseFeedback('x'.repeat(4_097))).toContain('too long');
});
