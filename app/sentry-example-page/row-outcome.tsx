'use client';

import { useSyncExternalStore } from 'react';
import { EventStateWord } from '../_screens/event-state';
import type { Kind } from './kinds';
import { allOutcomes, subscribeToOutcomes } from './outcomes';

/** The line of a row that tells what came of it: status, reference, and what became of the event. */
export function RowOutcome({ kind }: { kind: Kind }) {
  const outcome = useSyncExternalStore(
    subscribeToOutcomes,
    () => allOutcomes()[kind],
    () => undefined,
  );
  if (outcome === undefined) return null;
  const { status, reference, event, note } = outcome;
  return (
    <p className="outcome">
      {status !== undefined && <span>HTTP {status}</span>}
      {reference !== undefined && <code>{reference}</code>}
      {event && <EventStateWord event={event} />}
      {event?.state === 'sent' && event.afterMs !== undefined && <span>accepted after {event.afterMs} ms</span>}
      {note !== undefined && <span role="status">{note}</span>}
    </p>
  );
}
