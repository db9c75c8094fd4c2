'use client';

import { useEffect, useState, useSyncExternalStore } from 'react';
import type { BrowserReporter } from '../browser/create-reporter.js';
import { followEventState } from '../browser/follow-event-state.js';
import { browserReporter } from '../browser/reporter.js';
import { isEventId } from '../shared/event-id.js';
import type { EventState } from '../shared/event-state.js';
import type { Reference } from './failure.js';

// Constants, because React compares the states that it gets.
const unknown: EventState = { state: 'unknown' };
const dropped: EventState = { state: 'dropped', reason: 'too many were waiting' };
const queued: EventState = { state: 'queued' };
const sending: EventState = { state: 'sending' };

/** The state of an event of this page. Not in the reporter, because only a page that shows it needs this. */
export function stateOf(eventId: string, { states, isSdkMissing }: BrowserReporter = browserReporter): EventState {
  const known = states.get(eventId);
  if (!known) return unknown;
  if ('state' in known) return known;
  if (known.isStored === undefined) return dropped;
  // A report that is not stored is lost with its page, so it is not called queued.
  return isSdkMissing() && known.isStored ? queued : sending;
}

export function useEventOf({ label, id }: Partial<Reference> = {}): EventState {
  const readBrowser = () => (id === undefined ? sending : stateOf(id));
  const ofBrowser = useSyncExternalStore(browserReporter.subscribe, readBrowser, () => sending);
  const [ofServer, setOfServer] = useState(sending);
  const asked = label === 'Digest' && id !== undefined && isEventId(id) ? id : undefined;
  useEffect(() => {
    if (asked === undefined) return undefined;
    let isMounted = true;
    void followEventState(asked, (event) => {
      if (isMounted) setOfServer(event);
      return isMounted;
    });
    return () => void (isMounted = false);
  }, [asked]);
  if (label !== 'Digest') return ofBrowser;
  return asked === undefined ? unknown : ofServer;
}
