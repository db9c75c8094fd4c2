// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import type { Feedback } from '../../../candor/src/browser/report';
import { browserReporter } from '../../../candor/src/browser/reporter';
import { submitFeedback } from '../../../candor/src/screens/feedback';
import { FeedbackForm } from '../../../candor/src/screens/feedback-form';
import { isEventId } from '../../../candor/src/shared/digest';
import type { EventState } from '../../../candor/src/shared/event-state';
import { takeConsole } from '../../support/quiet-console';
import { forbidStorage, storedFor } from '../browser/make-reports';
import { act, render, screen, userEvent } from './testing-library';

const about = '0123456789abcdef0123456789abcdef';
let sent: (Feedback & { becomes: (event: EventState) => void })[];
let count = 0;
/** Others in each test: the same words about an event are sent once. */
let words: string;

browserReporter.start((_, setState) =>
  Promise.resolve((report) => {
    if (!('words' in report)) return expect.unreachable();
    sent.push({ ...report, becomes: (event) => act(() => setState(report.eventId, event)) });
  }),
);
beforeEach(() => {
  sent = [];
  words = `I pressed button ${(count += 1)}.`;
});

const form = (isAsking = true) => <FeedbackForm eventId={about} isAsking={isAsking} />;
const status = () => screen.getByRole('status').textContent;
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'What were you doing?' });
const press = () => userEvent.click(screen.getByRole('button', { name: 'Send' }));
const shown = () => [status(), field().value];

/** Shows the form, and sends what is written into it. */
async function write(text = words) {
  render(form());
  await userEvent.click(field());
  await userEvent.paste(text);
  await press();
}

const kept: [EventState, string][] = [
  [{ state: 'queued' }, 'Saved. It will be sent as soon as the service can be reached. Thank you.'],
  [{ state: 'dropped', reason: 'the server responded with 413' }, 'Not sent: the server responded with 413.'],
  [{ state: 'off' }, 'Not sent: reporting is off.'],
  [{ state: 'unknown' }, 'We could not confirm delivery.'],
];

test.each([...kept, [{ state: 'sent' } as EventState, 'Sent. Thank you.']])(
  'says what becomes of the words, and keeps them in the form while they are not delivered: %j',
  async (event, text) => {
    await write(`  ${words} `);
    expect(sent).toMatchObject([{ about, words }]);
    expect(shown()).toEqual(['Sending …', `  ${words} `]);
    const submitted = submitFeedback(about, words);
    sent[0]!.becomes(event);
    expect(shown()).toEqual([text, event.state === 'sent' ? '' : `  ${words} `]);
    expect(await submitted).toEqual({ ...event, text });
  },
);

test('words are reported under an id of their own, and stored, and the promise follows that one and leaves nothing behind', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  const timers = vi.getTimerCount();
  const submitted = submitFeedback(about, ` ${words} `);
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  const report = sent[0]!;
  expect(report).toMatchObject({ about, words, url: location.origin + location.pathname, isStored: true });
  expect(report.eventId).toSatisfy(isEventId);
  expect(storedFor(report)).toMatchObject({ words });
  report.becomes({ state: 'sending' });
  report.becomes({ state: 'queued' });
  expect(await submitted).toEqual({ state: 'queued', text: kept[0]![1] });
  expect(vi.getTimerCount()).toBe(timers);
});

test('the promise waits half a minute for words that are neither sent nor stored', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  forbidStorage();
  const ended = vi.fn();
  void submitFeedback(about, words).then(ended);
  await vi.advanceTimersByTimeAsync(29_999);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(ended).toHaveBeenCalledWith({ state: 'sending', text: 'Sending …' });
  takeConsole('warn');
});

test('words that were written meanwhile stay, and the form thanks for each until something else is written', async () => {
  await write();
  await userEvent.type(field(), ' Twice.');
  expect(status()).toBe('');
  sent[0]!.becomes({ state: 'sent' });
  expect(shown()).toEqual(['', `${words} Twice.`]);
  await press();
  sent[1]!.becomes({ state: 'sent' });
  await press();
  expect(shown()).toEqual(['Sent. Thank you.', '']);
  await userEvent.type(field(), 'And');
  expect([status(), sent.length]).toEqual(['', 2]);
});

test('the same words are sent once, however often one presses, and again if they were dropped', async () => {
  await write();
  await press();
  sent[0]!.becomes({ state: 'queued' });
  await press();
  expect([sent.length, status()]).toEqual([1, kept[0]![1]]);
  sent[0]!.becomes({ state: 'dropped', reason: 'why' });
  await press();
  expect([sent.length, status()]).toEqual([2, 'Sending …']);
});

test('a form that is not asked for any more stays while it has words', async () => {
  const { rerender } = render(form());
  await userEvent.type(field(), words);
  rerender(form(false));
  expect(field().value).toBe(words);
  await userEvent.clear(field());
  expect(screen.queryByRole('textbox')).toBeNull();
});

test.each([
  ['stored', () => {}, 'queued', 'Saved in this browser. It will be sent when you are back online.'],
  ['not stored', forbidStorage, 'sending', 'Keep this page open, and it will be sent when you are back online.'],
])('without a network, words that are %s are %s, which is said at once', async (_, arrange, state, said) => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  arrange();
  const text = `You are offline. ${said} Thank you.`;
  await write();
  expect(shown()).toEqual([text, words]);
  expect(await submitFeedback(about, words)).toEqual({ state, text });
  sent[0]!.becomes({ state: 'queued' });
  expect(status()).toBe(text);
  onLine.mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event('online')));
  expect(status()).toBe(kept[0]![1]);
  takeConsole('warn');
});

test.each([
  ['is blank', '   ', 'Write something first.'],
  ['is too long', 'x'.repeat(4_097), 'Too long by 1: the limit is 4,096 characters.'],
])('sends nothing that %s, says why, and keeps the text in the field', async (_, text, reason) => {
  await write(text);
  expect([...shown(), sent]).toEqual([reason, text, []]);
  expect(await submitFeedback(about, text)).toEqual({ state: 'dropped', reason, text: reason });
  void submitFeedback(about, words.padEnd(4_096, 'x'));
  await vi.waitFor(() => expect(sent).toHaveLength(1));
});

test('a reporter that throws drops the words, and the screen stays', async () => {
  vi.spyOn(browserReporter, 'report').mockImplementation(() => {
    throw new Error('broken');
  });
  await write();
  expect(shown()).toEqual(['Not sent: the reporter failed.', words]);
  expect(takeConsole('warn')).toEqual([expect.stringContaining('broken')]);
});
