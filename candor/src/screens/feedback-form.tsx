'use client';

import { useEffect, useId, useState, type SubmitEvent } from 'react';
import { followFeedback } from './feedback.js';
import { useWords } from './words.js';

type Props = {
  eventId: string;
  /** Without it, only words that are there keep the form. */
  isAsking: boolean;
};

export function FeedbackForm({ eventId, isAsking }: Props) {
  const id = useId();
  const { words } = useWords();
  const [message, setMessage] = useState('');
  const [sent, setSent] = useState<{ words: string }>();
  const [answer, setAnswer] = useState({ text: '', about: '' });
  useEffect(() => {
    if (!sent) return undefined;
    return followFeedback(eventId, sent.words, ({ state, text }) => {
      const isDelivered = state === 'sent';
      setAnswer({ text, about: isDelivered ? '' : sent.words });
      if (isDelivered) setMessage((now) => (now.trim() === sent.words ? '' : now));
    });
  }, [eventId, sent]);

  // It is said of what the field holds.
  const note = answer.about === message.trim() ? answer.text : '';
  if (!isAsking && message === '' && note === '') return null;

  function send(submitted: SubmitEvent) {
    submitted.preventDefault(); // An action prop would empty the field, also after a message that cannot be sent.
    if (message !== '' || note === '') setSent({ words: message.trim() });
  }

  return (
    <form className="feedback" onSubmit={send}>
      <label htmlFor={id}>{words.ask}</label>
      <textarea id={id} name="message" rows={3} value={message} onChange={({ target }) => setMessage(target.value)} />
      <button type="submit">{words.send}</button>
      <span role="status">{note}</span>
    </form>
  );
}
