'use client';

import { useId, useState } from 'react';
import { submitFeedback, validateFeedback } from './submit-feedback.js';
import { useWords } from './words.js';

/** Asks the visitor what they were doing, and sends it as feedback on the event. */
export function FeedbackForm({ eventId }: { eventId: string }) {
  const id = useId();
  const { words } = useWords();
  const [status, setStatus] = useState('');
  const [isSending, setIsSending] = useState(false);

  async function send(form: FormData) {
    const message = String(form.get('message')).trim();
    const problem = validateFeedback(message);
    if (problem !== undefined) return setStatus(problem);
    setIsSending(true);
    setStatus(words.sendingAnswer);
    const { text } = await submitFeedback(eventId, message);
    setStatus(text);
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
