'use client';

import { useSyncExternalStore } from 'react';
import { describeState } from '../_reporting/event-state';
import type { Kind } from './kinds';
import { allOutcomes, subscribeToOutcomes } from './outcomes';

/** The line of a row that tells what came of it: status, reference, and what became of the event. */
export function RowOutcome({ kind }: { kind: Kind }) {
  const outcome = useSyncExternalStore(
    subscribeToOutcomes,
    () => allOutcomes()[kind],
    () => undefined,
  );
  const { status, reference, event, note } = outcome ?? {};
  return (
    // There before it is filled, so that what comes into it is announced.
    <p className="outcome" role="status">
      {status !== undefined && <span>HTTP {status}</span>}
      {reference !== undefined && <code>{reference}</code>}
      {event && (
        <span className="state" data-state={event.state}>
          {describeState(event)}
        </span>
      )}
      {event?.state === 'sent' && event.afterMs !== undefined && <span>accepted after {event.afterMs} ms</span>}
      {note !== undefined && <span>{note}</span>}
    </p>
  );
}
