'use client';

import { useSyncExternalStore } from 'react';
import { describeState, type EventState } from '../_reporting/event-state';
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
  const event = ofTab ?? ofServer;
  if (event === undefined) return <>No event has been sent yet.</>;
  if (event.state === 'sent') return <>The last event was accepted.</>;
  return <>The last event was not accepted: {describeState(event)}.</>;
}
