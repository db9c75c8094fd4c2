'use client';

import { useEffect, useState, useSyncExternalStore } from 'react';
import { browserReporter } from '../_reporting/browser-reporter';
import { describeState, followEventState, type EventState } from '../_reporting/event-state';

const sending: EventState = { state: 'sending' };

/** What became of an event of this browser's. */
export function BrowserEventState({ eventId }: { eventId: string }) {
  const read = () => browserReporter.stateOf(eventId);
  return <State event={useSyncExternalStore(browserReporter.subscribe, read, () => sending)} />;
}

/** What became of an event of the server's. */
export function ServerEventState({ eventId }: { eventId: string }) {
  const [event, setEvent] = useState(sending);
  useEffect(() => {
    const unmounted = new AbortController();
    void followEventState(eventId, setEvent, unmounted.signal);
    return () => unmounted.abort();
  }, [eventId]);
  return <State event={event} />;
}

function State({ event }: { event: EventState }) {
  return (
    <span role="status" className="state" data-state={event.state}>
      {describeState(event)}
    </span>
  );
}
