import { useState } from 'react';
import { isEventId } from '../digest';
import { CopyButton } from './copy-button';
import { EventStateWord, useBrowserEvent, useServerEvent } from './event-state';
import { FeedbackForm } from './feedback-form';
import { describeReference, type Reference } from './reference';
import { useShownScreen } from './shown-screen';
import { themeColors } from './theme-colors';
import { formatUtc } from './format-utc';

/** The state of a failure's report, and what a visitor can do with it. Loaded only after a failure. */
export function Report({ reference }: { reference: Reference }) {
  const { label, id, failedAt } = reference;
  const eventId = isEventId(id) ? id : undefined;
  const isOfServer = label === 'Digest';
  const serverEvent = useServerEvent(isOfServer ? eventId : undefined);
  const browserEvent = useBrowserEvent(isOfServer ? undefined : eventId);
  const event = isOfServer ? serverEvent : browserEvent;
  const host = typeof location === 'undefined' ? undefined : location.hostname;
  useShownScreen(`${label}: ${id}`, event);
  return (
    <>
      <LostHead />
      <p className="report">
        Report: <EventStateWord event={event} />
        <br />
        Time: <time dateTime={failedAt.toISOString()}>{formatUtc(failedAt)}</time>
      </p>
      <div className="actions">
        <CopyButton label="Copy reference" text={describeReference(reference, event, host)} />
      </div>
      {eventId && event.state !== 'off' && <FeedbackForm eventId={eventId} />}
    </>
  );
}

/** Restores what a screen in place of the whole page has lost with the head of the document: the icon and the theme colours. */
function LostHead() {
  const [isLost] = useState(() => document.querySelector('meta[name="theme-color"]') === null);
  return (
    isLost && (
      <>
        <link rel="icon" href="/icon.svg" />
        {themeColors.map(({ media, color }) => (
          <meta key={media} name="theme-color" media={media} content={color} />
        ))}
      </>
    )
  );
}
