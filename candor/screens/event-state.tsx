'use client';

import { useEffect, useState, useSyncExternalStore } from 'react';
import { browserReporter } from '../browser/reporter';
import { formatState, type EventState } from '../event-state';
import { followEventState } from '../browser/follow-event-state';

const sending: EventState = { state: 'sending' };
const unknown: EventState = { state: 'unknown' };

/** What became of an event of this browser's. */
export function useBrowserEvent(eventId: string | undefined): EventState {
  return useSyncExternalStore(
    browserReporter.subscribe,
    () => (eventId === undefined ? sending : browserReporter.stateOf(eventId)),
    () => sending,
  );
}

/** What became of an event of the server's. `undefined`: of a failure whose digest is no event's id. */
export function useServerEvent(eventId: string | undefined): EventState {
  const [event, setEvent] = useState(sending);
  useEffect(() => {
    if (eventId === undefined) return;
    const unmounted = new AbortController();
    void followEventState(eventId, setEvent, unmounted.signal);
    return () => unmounted.abort();
  }, [eventId]);
  return eventId === undefined ? unknown : event;
}

export function EventStateWord({ event }: { event: EventState }) {
  return (
    <span role="status" className="state" data-state={event.state}>
      {formatState(event)}
    </span>
  );
}
