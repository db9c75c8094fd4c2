import { sendFeedback } from '../browser/feedback.js';
import type { EventState } from '../shared/event-state.js';
import { feedbackWords as words } from './messages.js';

/** What has become of a visitor's feedback, and the sentence that says so. */
export type FeedbackState = EventState & { text: string };

// Services truncate or reject longer feedback: https://develop.sentry.dev/sdk/telemetry/feedbacks/
const maxLength = 4_096;

/** The reason why this message cannot be sent, as a sentence. `undefined`: it can be sent. */
export function validateFeedback(message: string): string | undefined {
  if (message === '') return words.empty;
  const over = message.length - maxLength;
  return over > 0 ? words.tooLong(over, maxLength) : undefined;
}

/**
 * Sends what a visitor wrote about an event. It never rejects.
 * @param message is sent without the space around it. One that is empty or too long is dropped, and nothing is sent
 */
export async function submitFeedback(eventId: string, message: string): Promise<FeedbackState> {
  const trimmed = message.trim();
  const problem = validateFeedback(trimmed);
  if (problem !== undefined) return { state: 'dropped', reason: problem, text: problem };
  const event = await stateOfFeedback(eventId, trimmed);
  return { ...event, text: feedbackText(event) };
}

async function stateOfFeedback(eventId: string, message: string): Promise<EventState> {
  try {
    return await sendFeedback(eventId, message);
  } catch (error) {
    console.warn('The feedback could not be sent.', error);
    return { state: 'dropped', reason: 'the reporter failed' };
  }
}

function feedbackText(event: EventState): string {
  if (event.state === 'sent') return words.sent;
  if (event.state === 'queued') return words.queued;
  if (event.state === 'dropped') return words.dropped(event.reason);
  return event.state === 'off' ? words.off : words.unknown;
}
