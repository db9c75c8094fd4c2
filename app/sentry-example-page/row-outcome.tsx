'use client';

import { useSyncExternalStore } from 'react';
import { formatState } from '../../candor/event-state';
import type { Kind } from './kinds';
import { allOutcomes, subscribeToOutcomes, type Outcome } from './outcomes';

/** What came of a kind: status, what became of the event, and its reference; `before` is what the server knows of it. */
export function RowOutcome({ kind, before }: { kind: Kind; before?: Outcome }) {
  const outcome = useSyncExternalStore(
    subscribeToOutcomes,
    () => allOutcomes()[kind],
    () => undefined,
  );
  const { status, reference, event, note } = outcome ?? before ?? {};
  return (
    // There before it is filled, so that what comes into it is announced.
    <p className="outcome" role="status">
      {status !== undefined && <span>HTTP {status}</span>}
      {event && (
        <span className="state" data-state={event.state}>
          {formatState(event)}
        </span>
      )}
      {event?.state === 'sent' && event.afterMs !== undefined && <span>accepted after {event.afterMs} ms</span>}
      {note !== undefined && <span>{note}</span>}
      {reference !== undefined && <code>{reference}</code>}
    </p>
  );
}
