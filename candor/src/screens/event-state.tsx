'use client';

import { useEffect, useState, useSyncExternalStore } from 'react';
import { stateOf } from './state-of.js';
import { browserReporter } from '../browser/reporter.js';
import type { EventState } from '../shared/event-state.js';
import { isEventId } from '../shared/event-id.js';
import { formatText } from '../shared/format-text.js';
import type { Spoken } from '../shared/spoken.js';
import { followEventState } from '../browser/follow-event-state.js';
import type { Reference } from './reference.js';
import { useWords } from './words.js';

const sending: EventState = { state: 'sending' };
const unknown: EventState = { state: 'unknown' };

/** What has become of the event with this reference. */
export function useEventOf(reference: Reference | undefined): EventState {
  const { label, id = '' } = reference ?? {};
  const eventId = isEventId(id) ? id : undefined;
  const isOfServer = label === 'Digest';
  const ofServer = useServerEvent(isOfServer ? eventId : undefined);
  const ofBrowser = useBrowserEvent(isOfServer ? undefined : eventId);
  return isOfServer ? ofServer : ofBrowser;
}

/** The state of an event of this browser. `undefined`: there is none yet. */
export function useBrowserEvent(eventId: string | undefined): EventState {
  return useSyncExternalStore(
    browserReporter.subscribe,
    () => (eventId === undefined ? sending : stateOf(eventId)),
    () => sending,
  );
}

/** The state of an event of the server. `undefined`: the failure's digest is not an event id. */
export function useServerEvent(eventId: string | undefined): EventState {
  const [event, setEvent] = useState(sending);
  useEffect(() => {
    if (eventId === undefined) return;
    let isMounted = true;
    void followEventState(eventId, (latest) => {
      if (isMounted) setEvent(latest);
      return isMounted;
    });
    return () => void (isMounted = false);
  }, [eventId]);
  return eventId === undefined ? unknown : event;
}

/** What has become of an event, in the visitor's words. The reason for which it was dropped is the service's. */
export function stateText(event: EventState, { words, lang }: Spoken): string {
  return event.state === 'dropped' ? formatText(words.dropped, { reason: event.reason }, lang) : words[event.state];
}

export function EventStateWord({ event }: { event: EventState }) {
  const spoken = useWords();
  return (
    <span role="status" className="state" data-state={event.state}>
      {stateText(event, spoken)}
    </span>
  );
}
