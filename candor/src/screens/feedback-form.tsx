'use client';

import { useEffect, useId, useState, useSyncExternalStore, type SubmitEvent } from 'react';
import type { SentFeedback } from './feedback.js';
import { useBrowserEvent } from './event-state.js';
import { feedbackText, sendFeedback, validateFeedback } from './submit-feedback.js';
import { useWords } from './words.js';

type Props = {
  eventId: string;
  /** No: only words that are there already keep the form. */
  isAsking: boolean;
  /** The retry of the failed part, by which it keeps its words where it fails again. */
  retry: () => void;
};

/** What a visitor has written and the service does not have yet, by failed part: React makes a new form for each failure. */
const drafts = new WeakMap<Props['retry'], string>();

/** Asks the visitor what they were doing, sends it as feedback on the event, and keeps it until it was delivered. */
export function FeedbackForm({ eventId, isAsking, retry }: Props) {
  const id = useId();
  const { words } = useWords();
  const [message, setMessage] = useState(() => drafts.get(retry) ?? '');
  const [note, setNote] = useState('');
  const [sent, setSent] = useState<SentFeedback & { message: string }>();
  const event = useBrowserEvent(sent?.eventId);
  const isOnline = useSyncExternalStore(subscribeToNetwork, () => navigator.onLine);
  useEffect(() => void drafts.set(retry, message), [retry, message]);

  const isUnchanged = sent?.message === message.trim();
  if (sent && event.state === 'sent') {
    setSent(undefined);
    if (isUnchanged) {
      setMessage('');
      setNote(words.sentAnswer);
    }
  }
  if (!isAsking && message === '' && note === '') return null;

  function send(submitted: SubmitEvent) {
    submitted.preventDefault(); // An action prop would empty the field, also after a message that cannot be sent.
    const trimmed = message.trim();
    const problem = validateFeedback(trimmed);
    if (problem !== undefined) return setNote(note === words.sentAnswer && trimmed === '' ? note : problem);
    const feedback = sendFeedback(eventId, trimmed);
    if ('state' in feedback) return setNote(feedbackText(feedback, false));
    setNote('');
    setSent({ ...feedback, message: trimmed });
  }

  return (
    <form className="feedback" onSubmit={send}>
      <label htmlFor={id}>{words.ask}</label>
      <textarea
        id={id}
        name="message"
        rows={3}
        value={message}
        onChange={({ target }) => {
          setMessage(target.value);
          setNote('');
        }}
      />
      <button type="submit">{words.send}</button>
      <span role="status">{note || (sent && isUnchanged ? stateText() : '')}</span>
    </form>
  );

  function stateText() {
    return event.state === 'sending' && isOnline
      ? words.sendingAnswer
      : feedbackText(event, !!sent?.isStored, isOnline);
  }
}

function subscribeToNetwork(onChange: () => void): () => void {
  for (const type of ['online', 'offline']) addEventListener(type, onChange);
  return () => {
    for (const type of ['online', 'offline']) removeEventListener(type, onChange);
  };
}
