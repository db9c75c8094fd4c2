// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { browserReporter } from '../../../candor/src/browser/reporter';
import type { EventState } from '../../../candor/src/shared/event-state';
import { FeedbackForm } from '../../../candor/src/screens/feedback-form';
import { waitUntil } from '../../support/wait-until';
import { render, screen, userEvent } from './testing-library';

const eventId = '0123456789abcdef0123456789abcdef';
let sent: { about: string; words: string; setState: (event: EventState) => void }[];

// Every test file has its own reporter, which loads its SDK once.
browserReporter.start((_, setState) =>
  Promise.resolve((report) => {
    if (!('words' in report)) return expect.unreachable();
    const { eventId, about, words } = report;
    sent.push({ about, words, setState: (event) => setState(eventId, event) });
  }),
);
beforeEach(() => {
  sent = [];
  render(<FeedbackForm eventId={eventId} />);
});

const status = () => screen.getByRole('status').textContent;
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'What were you doing?' });
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Send' });

test.each<[EventState, string]>([
  [{ state: 'sent' }, 'Sent. Thank you.'],
  [{ state: 'queued' }, 'Kept here, and sent when the service can be reached. Thank you.'],
  [{ state: 'dropped', reason: 'the server responded with 413' }, 'Not sent: the server responded with 413.'],
  [{ state: 'off' }, 'Not sent: reporting is off.'],
  [{ state: 'unknown' }, 'We could not confirm delivery.'],
])('sends the message to the event once, and shows whether it arrived: %j', async (state, text) => {
  await userEvent.type(field(), '  I pressed a button. ');
  await userEvent.click(button());
  expect(status()).toBe('Sending …');
  expect(button().disabled).toBe(true);
  const { about, words, setState } = await waitUntil('the feedback', () => sent[0]);
  expect({ about, words }).toEqual({ about: eventId, words: 'I pressed a button.' });
  setState(state);
  await screen.findByText(text);
  expect(button().disabled).toBe(false);
  expect(sent).toHaveLength(1);
});

test.each([
  ['blank', '   ', 'Write something first.'],
  ['too long', 'x'.repeat(4_099), 'That is too long by 3: at most 4,096 characters can be sent.'],
])('sends nothing that is %s, and keeps the text in the field', async (_, text, message) => {
  field().value = text;
  await userEvent.click(button());
  expect(status()).toBe(message);
  expect(field().value).toBe(text);
  expect(sent).toEqual([]);
});
