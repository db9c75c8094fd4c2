import { useState } from 'react';
import { isEventId } from '../shared/event-id.js';
import { CopyButton } from './copy-button.js';
import { EventStateWord, useEventOf } from './event-state.js';
import { FeedbackForm } from './feedback-form.js';
import { useFeedbackOffer } from './feedback-offer.js';
import { describeReference, type Reference } from './reference.js';
import { formatTime } from './format-time.js';
import { useWords } from './words.js';

/** The state of a failure's report, and the visitor's actions. Loaded only after a failure. */
export function ReportStatus({ reference, retry }: { reference: Reference; retry: () => void }) {
  const { words, lang } = useWords();
  const [shownAt] = useState(() => new Date());
  const { label, id, failedAt = shownAt } = reference;
  const event = useEventOf(reference);
  const host = typeof location === 'undefined' ? undefined : location.hostname;
  const isAsking = useFeedbackOffer(event);
  return (
    <>
      <LostHead />
      <p className="report">
        {words.report}: <EventStateWord event={event} />
        <br />
        {words.time}: <time dateTime={failedAt.toISOString()}>{formatTime(failedAt, lang)}</time>
      </p>
      <div className="actions">
        <CopyButton text={describeReference({ label, id, failedAt }, event, host)} />
      </div>
      {isEventId(id) && <FeedbackForm eventId={id} isAsking={isAsking} retry={retry} />}
    </>
  );
}

/** Restores the parts of the document's head that a screen in place of the whole page has lost. */
function LostHead() {
  const [isLost] = useState(() => document.querySelector('link[rel~="icon"]') === null);
  const [stylesheets] = useState(lostStylesheets);
  return (
    <>
      {stylesheets.map((address) => (
        <link key={address} rel="stylesheet" href={address} precedence="next" />
      ))}
      {isLost && CANDOR_ICON && <link rel="icon" href={CANDOR_ICON} />}
    </>
  );
}

/** The addresses of the stylesheets of a page whose root layout threw: Next has only begun to load them. */
function lostStylesheets(): string[] {
  if (Array.from(document.styleSheets).some(({ href }) => !href?.endsWith(CANDOR_STYLESHEET))) return [];
  const preloaded = document.querySelectorAll<HTMLLinkElement>('link[rel="preload"][as="style"]');
  return [...new Set(Array.from(preloaded, ({ href }) => href))];
}
