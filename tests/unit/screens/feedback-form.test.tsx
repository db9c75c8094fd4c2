// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { browserReporter } from '../../../candor/src/browser/reporter';
import type { EventState } from '../../../candor/src/shared/event-state';
import { FeedbackForm } from '../../../candor/src/screens/feedback-form';
import { takeConsole } from '../../support/quiet-console';
import { waitUntil } from '../../support/wait-until';
import { forbidStorage } from '../browser/make-reports';
import { act, render, screen, userEvent } from './testing-library';

const eventId = '0123456789abcdef0123456789abcdef';
let sent: { about: string; words: string; setState: (event: EventState) => void }[];
let retry: () => void;
let count = 0;
/** Others in each test: the same words about an event are sent once. */
let words: string;

// Every test file has its own reporter, which loads its SDK once.
browserReporter.start((_, setState) =>
  Promise.resolve((report) => {
    if (!('words' in report)) return expect.unreachable();
    const { eventId, about, words } = report;
    sent.push({ about, words, setState: (event) => act(() => setState(eventId, event)) });
  }),
);
const form = (props: { isAsking?: boolean; eventId?: string; retry?: () => void } = {}) => (
  <FeedbackForm {...{ eventId, retry, isAsking: true, ...props }} />
);
beforeEach(() => {
  sent = [];
  retry = () => {};
  words = `I pressed button ${(count += 1)}.`;
});

const status = () => screen.getByRole('status').textContent;
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'What were you doing?' });
const press = () => userEvent.click(screen.getByRole('button', { name: 'Send' }));

/** Writes and sends it, and gives back what was sent last. */
async function send(before = sent.length) {
  await press();
  return waitUntil('the feedback', () => sent[before]);
}

const kept: [EventState, string][] = [
  [{ state: 'queued' }, 'Kept here, and sent when the service can be reached. Thank you.'],
  [{ state: 'dropped', reason: 'the server responded with 413' }, 'Not sent: the server responded with 413.'],
  [{ state: 'off' }, 'Not sent: reporting is off.'],
  [{ state: 'unknown' }, 'We could not confirm delivery.'],
];

test.each(kept)('keeps the words in the form while they are not delivered, and says so: %j', async (state, text) => {
  render(form());
  await userEvent.type(field(), `  ${words} `);
  const feedback = await send();
  expect(feedback).toMatchObject({ about: eventId, words });
  expect([status(), field().value.trim(), field().disabled]).toEqual(['Sending …', words, false]);
  feedback.setState(state);
  expect([status(), field().value.trim(), field().disabled]).toEqual([text, words, false]);
});

test('empties the form once the words are delivered, and thanks until something else is written', async () => {
  render(form());
  await userEvent.type(field(), words);
  const { setState } = await send();
  setState({ state: 'queued' });
  setState({ state: 'sent' });
  expect([status(), field().value]).toEqual(['Sent. Thank you.', '']);
  await press();
  expect(status()).toBe('Sent. Thank you.');
  await userEvent.type(field(), 'And');
  expect(status()).toBe('');
  expect(sent).toHaveLength(1);
});

test('words that were written meanwhile stay, and nothing is said of them', async () => {
  render(form());
  await userEvent.type(field(), words);
  const { setState } = await send();
  await userEvent.type(field(), ' Twice.');
  expect(status()).toBe('');
  setState({ state: 'sent' });
  expect([status(), field().value]).toEqual(['', `${words} Twice.`]);
});

test('sends the same words once, however often one presses, and again if they were dropped', async () => {
  render(form());
  await userEvent.type(field(), words);
  const { setState } = await send();
  await press();
  setState({ state: 'queued' });
  await press();
  expect([sent.length, status()]).toEqual([1, kept[0]![1]]);
  setState({ state: 'dropped', reason: 'why' });
  await send(1);
  expect([sent.length, status()]).toEqual([2, 'Sending …']);
});

test('a part that fails again has the words that were not delivered, and another part has not', async () => {
  const { unmount } = render(form());
  await userEvent.type(field(), words);
  unmount();
  const other = render(form({ retry: () => {} }));
  expect(field().value).toBe('');
  other.unmount();
  render(form({ eventId: 'f'.repeat(32) }));
  expect(field().value).toBe(words);
  expect(await send()).toMatchObject({ about: 'f'.repeat(32), words });
});

test('a form that is not asked for any more stays while it has words', async () => {
  const { rerender } = render(form());
  await userEvent.type(field(), words);
  rerender(form({ isAsking: false }));
  expect(field().value).toBe(words);
  await userEvent.clear(field());
  expect(screen.queryByRole('textbox')).toBeNull();
});

test('without a network it says so at once, and what becomes of the words', async () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  render(form());
  await userEvent.type(field(), words);
  const { setState } = await send();
  const text = 'There is no network. Kept in this browser, and sent when there is one. Thank you.';
  expect([status(), field().value]).toEqual([text, words]);
  setState({ state: 'queued' });
  expect(status()).toBe(text);
  onLine.mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event('online')));
  expect(status()).toBe(kept[0]![1]);
});

test('without a network and a storage it says that the page has to stay open', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  forbidStorage();
  render(form());
  await userEvent.type(field(), words);
  await press();
  takeConsole('warn');
  expect(status()).toBe('There is no network. Sent when there is one, if this page stays open. Thank you.');
});

test('sends nothing that cannot be sent, says why, and keeps the text in the field', async () => {
  render(form());
  await userEvent.click(field());
  await userEvent.paste('   ');
  await press();
  expect([status(), field().value, sent]).toEqual(['Write something first.', '   ', []]);
});
