'use client';

import { useSyncExternalStore } from 'react';
import { describeState } from '../../candor/event-state';
import type { Kind } from './kinds';
import { allOutcomes, subscribeToOutcomes, type KindOutcome } from './outcomes';

/** The outcome of a kind: status, state of its event, and reference. `before`: what the server knows before scripts run. */
export function RowOutcome({ kind, before }: { kind: Kind; before?: KindOutcome }) {
  const outcome = useSyncExternalStore(
    subscribeToOutcomes,
    () => allOutcomes()[kind],
    () => undefined,
  );
  const { status, reference, event, note } = outcome ?? before ?? {};
  return (
    // In the document while it is empty: a screen reader announces only changes of a region that it knows.
    <p className="outcome" role="status">
      {status !== undefined && <span>HTTP {status}</span>}
      {event && (
        <span className="state" data-state={event.state}>
          {describeState(event)}
        </span>
      )}
      {event?.state === 'sent' && event.afterMs !== undefined && <span>accepted after {event.afterMs} ms</span>}
      {note !== undefined && <span>{note}</span>}
      {reference !== undefined && <code>{reference}</code>}
    </p>
  );
}
