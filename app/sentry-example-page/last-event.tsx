'use client';

import { useSyncExternalStore } from 'react';
import { formatState } from './format';
import { allOutcomes, subscribeToOutcomes } from './outcomes';

/** Whether the last event of this tab was accepted. */
export function LastEvent() {
  const text = useSyncExternalStore(subscribeToOutcomes, lastEventText, () => none);
  return <p className="last-event">{text}</p>;
}

const none = 'No event has been sent from this tab yet.';

function lastEventText(): string {
  const { latest, ...byKind } = allOutcomes();
  const event = latest && byKind[latest]?.event;
  if (event === undefined) return none;
  if (event.state === 'sent') return 'The last event was accepted.';
  if (event.state === 'sending') return 'The last event is being sent.';
  if (event.state === 'queued') return 'The last event is queued: it is kept here until the service accepts it.';
  return `The last event was not accepted: ${formatState(event)}.`;
}
