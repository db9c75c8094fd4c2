'use client';

import { useId, useState } from 'react';
import type { EventState } from '../shared/event-state.js';
import { sendFeedback } from '../browser/feedback.js';
import { feedbackWords as words } from './messages.js';

// Services truncate or reject longer feedback: https://develop.sentry.dev/sdk/telemetry/feedbacks/
const maxLength = 4_096;

/** The reason why this message cannot be sent, as a sentence. `undefined`: it can be sent. */
export function validateFeedback(message: string): string | undefined {
  if (message === '') return words.empty;
  const over = message.length - maxLength;
  return over > 0 ? words.tooLong(over, maxLength) : undefined;
}

/** Asks the visitor what they were doing, and sends it as feedback on the event. */
export function FeedbackForm({ eventId }: { eventId: string }) {
  const id = useId();
  const [status, setStatus] = useState('');
  const [isSending, setIsSending] = useState(false);

  async function send(form: FormData) {
    const message = String(form.get('message')).trim();
    const problem = validateFeedback(message);
    if (problem !== undefined) return setStatus(problem);
    setIsSending(true);
    setStatus(words.sending);
    const event = await sendFeedback(eventId, message).catch(notSent);
    setStatus(feedbackStatus(event));
    setIsSending(false);
  }

  return (
    <form
      className="feedback"
      onSubmit={(event) => {
        event.preventDefault(); // An action prop would empty the field, also after a message that cannot be sent.
        void send(new FormData(event.currentTarget));
      }}
    >
      <label htmlFor={id}>{words.ask}</label>
      <textarea id={id} name="message" rows={3} />
      <button type="submit" disabled={isSending}>
        {words.send}
      </button>
      <span role="status">{status}</span>
    </form>
  );
}

function feedbackStatus(event: EventState): string {
  if (event.state === 'sent') return words.sent;
  if (event.state === 'queued') return words.queued;
  if (event.state === 'dropped') return words.dropped(event.reason);
  return event.state === 'off' ? words.off : words.unknown;
}

function notSent(error: unknown): EventState {
  console.warn('The feedback could not be sent.', error);
  return { state: 'dropped', reason: 'the reporter failed' };
}
