'use client';

import { useSyncExternalStore } from 'react';
import { formatState } from './format';
import type { Kind } from './kinds';
import { allOutcomes, subscribeToOutcomes, type KindOutcome } from './outcomes';

type Props = {
  kind: Kind;
  /** What the server knows before scripts run. */
  before?: KindOutcome;
  /** The URL of the local inbox, if events go there. */
  inboxUrl?: string | undefined;
};

/** The outcome of a kind: status, state of its event, and reference. */
export function RowOutcome({ kind, before, inboxUrl }: Props) {
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
          {formatState(event)}
        </span>
      )}
      {event?.state === 'sent' && event.afterMs !== undefined && <span>accepted after {event.afterMs} ms</span>}
      {note !== undefined && <span>{note}</span>}
      {reference !== undefined && (
        <code translate="no">
          {event?.state === 'sent' && inboxUrl !== undefined ? (
            <a href={inboxEventUrl(inboxUrl, reference)}>{reference}</a>
          ) : (
            reference
          )}
        </code>
      )}
    </p>
  );
}

/** The page that Spotlight, the local inbox, has for one event. */
function inboxEventUrl(inboxUrl: string, reference: string): string {
  const [, eventId] = reference.split(': ');
  return `${inboxUrl}/telemetry/errors/${eventId}/details`;
}
