'use client';

import { useSyncExternalStore } from 'react';
import type { EventState } from 'candor';
import { formatState } from './format';
import { allOutcomes, subscribeToOutcomes } from './outcomes';

/** Whether the last event was accepted: the last of this tab, or else the last that the server knew of. */
export function LastEvent({ ofServer }: { ofServer: EventState | undefined }) {
  const ofTab = useSyncExternalStore(
    subscribeToOutcomes,
    () => {
      const { latest, ...byKind } = allOutcomes();
      return latest && byKind[latest]?.event;
    },
    () => undefined,
  );
  return <p className="last-event">{lastEventText(ofTab ?? ofServer)}</p>;
}

function lastEventText(event: EventState | undefined): string {
  if (event === undefined) return 'No event has been sent yet.';
  if (event.state === 'sent') return 'The last event was accepted.';
  if (event.state === 'sending') return 'The last event is being sent.';
  if (event.state === 'queued') return 'The last event is queued: it is kept here until the service accepts it.';
  if (event.state === 'unknown') return 'It is not known here whether the last event was accepted.';
  return `The last event was not accepted: ${formatState(event)}.`;
}
