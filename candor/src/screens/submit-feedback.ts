import { reportFeedback, settledFeedback, type SentFeedback } from './feedback.js';
import type { EventState } from '../shared/event-state.js';
import { formatText } from '../shared/format-text.js';
import { currentWords } from './words.js';

/** What has become of a visitor's feedback, and the sentence that says so. */
export type FeedbackState = EventState & { text: string };

// Services truncate or reject longer feedback: https://develop.sentry.dev/sdk/telemetry/feedbacks/
const maxLength = 4_096;

/** The reason why this message cannot be sent, as a sentence. `undefined`: it can be sent. */
export function validateFeedback(message: string): string | undefined {
  const { words, lang } = currentWords();
  if (message === '') return words.emptyAnswer;
  const over = message.length - maxLength;
  return over > 0 ? formatText(words.longAnswer, { over, most: maxLength }, lang) : undefined;
}

/**
 * Sends what a visitor wrote about an event. It never rejects.
 * @param message is sent without the space around it. One that is empty or too long is dropped, and nothing is sent; the same one is
 * sent once
 */
export async function submitFeedback(eventId: string, message: string): Promise<FeedbackState> {
  const trimmed = message.trim();
  const problem = validateFeedback(trimmed);
  if (problem !== undefined) return { state: 'dropped', reason: problem, text: problem };
  const sent = sendFeedback(eventId, trimmed);
  const event = 'state' in sent ? sent : await settledFeedback(sent);
  return { ...event, text: feedbackText(event, 'state' in sent || sent.isStored) };
}

/** Reports what a visitor wrote about an event. It never throws: where the reporter failed there is the state at once. */
export function sendFeedback(eventId: string, message: string): SentFeedback | EventState {
  try {
    return reportFeedback(eventId, message);
  } catch (error) {
    console.warn('The feedback could not be sent.', error);
    return { state: 'dropped', reason: 'the reporter failed' };
  }
}

/** The sentence for the state of feedback. `isStored`: it outlives this page. */
export function feedbackText(event: EventState, isStored: boolean, isOnline = navigator.onLine): string {
  const { words, lang } = currentWords();
  const { state } = event;
  if (!isOnline && (state === 'queued' || state === 'sending'))
    return isStored ? words.offlineAnswer : words.unkeptAnswer;
  if (state === 'sent') return words.sentAnswer;
  if (state === 'queued') return words.queuedAnswer;
  if (state === 'dropped') return formatText(words.droppedAnswer, { reason: event.reason }, lang);
  return state === 'off' ? words.offAnswer : words.unknownAnswer;
}
