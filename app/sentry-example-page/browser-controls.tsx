'use client';

import { useState, useSyncExternalStore } from 'react';
import { browserReporter } from '../_reporting/browser-reporter';
import { BrowserEventState } from '../_screens/event-state';

export function ThrowInHandler() {
  const [thrown, setThrown] = useState<Error>();
  return (
    <>
      <button
        type="button"
        onClick={() => {
          const error = new Error('Sample error: an event handler threw.');
          setThrown(error);
          throw error;
        }}
      >
        Throw Sample Error
      </button>
      <Outcome thrown={thrown} />
    </>
  );
}

export function RejectUnheard() {
  const [thrown, setThrown] = useState<Error>();
  return (
    <>
      <button
        type="button"
        onClick={() => {
          const error = new Error('Sample error: a promise was rejected and nobody listened.');
          setThrown(error);
          void Promise.reject(error);
        }}
      >
        browser-rejection
      </button>
      <Outcome thrown={thrown} />
    </>
  );
}

export function ThrowInRender() {
  const [isThrowing, setIsThrowing] = useState(false);
  if (isThrowing) throw new Error('Sample error: a Client Component threw while rendering.');
  return (
    <button type="button" onClick={() => setIsThrowing(true)}>
      browser-render
    </button>
  );
}

/** What became of the event of an error that this page has thrown. */
function Outcome({ thrown }: { thrown: Error | undefined }) {
  const eventId = useSyncExternalStore(
    browserReporter.subscribe,
    () => thrown && browserReporter.failureOf(thrown)?.eventId,
    () => undefined,
  );
  if (eventId === undefined) return null;
  return (
    <p className="outcome">
      <code>Event: {eventId}</code> <BrowserEventState eventId={eventId} />
    </p>
  );
}
