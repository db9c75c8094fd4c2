'use client';

import { useId, useState } from 'react';
import type { EventState } from '../event-state';
import { sendFeedback } from '../browser/feedback';

// Services cut or refuse longer feedback: https://develop.sentry.dev/sdk/telemetry/feedbacks/
const maxLength = 4_096;

/** Why these words cannot be sent, in one sentence; `undefined` when they can. */
export function refuseFeedback(words: string): string | undefined {
  if (words === '') return 'Nothing is written yet.';
  const over = words.length - maxLength;
  return over > 0 ? `That is too long by ${over}: at most ${maxLength} characters can be sent.` : undefined;
}

/** Asks the visitor what they were doing, and sends it as feedback to the event of what failed. */
export function FeedbackForm({ eventId }: { eventId: string }) {
  const id = useId();
  const [said, setSaid] = useState('');
  const [isSending, setIsSending] = useState(false);

  async function send(form: FormData) {
    const words = String(form.get('words')).trim();
    const refusal = refuseFeedback(words);
    if (refusal !== undefined) return setSaid(refusal);
    setIsSending(true);
    setSaid('Sending …');
    const event = await sendFeedback(eventId, words).catch(notSent);
    setSaid(describeFate(event));
    setIsSending(false);
  }

  return (
    <form
      className="feedback"
      onSubmit={(event) => {
        event.preventDefault(); // An action prop would empty the field, also of words that were refused.
        void send(new FormData(event.currentTarget));
      }}
    >
      <label htmlFor={id}>What were you doing?</label>
      <textarea id={id} name="words" rows={3} />
      <button type="submit" disabled={isSending}>
        Send
      </button>
      <span role="status">{said}</span>
    </form>
  );
}

function describeFate(event: EventState): string {
  if (event.state === 'sent') return 'Sent. Thank you.';
  if (event.state === 'queued') return 'Kept here, and sent when the service can be reached. Thank you.';
  if (event.state === 'dropped') return `Not sent: ${event.reason}.`;
  return event.state === 'off' ? 'Not sent: reporting is off.' : 'Not known whether it arrived.';
}

function notSent(error: unknown): EventState {
  console.warn('The feedback could not be sent.', error);
  return { state: 'dropped', reason: 'the reporter failed' };
}
