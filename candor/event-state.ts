/**
 * What became of one event. `afterMs`: from its failure to its delivery. `unknown`: another server, or an earlier run of this
 * one, may know. `off`: there is no reporting, and so no event.
 */
export type EventState =
  | { state: 'sending' }
  | { state: 'sent'; afterMs?: number }
  | { state: 'queued' }
  | { state: 'dropped'; reason: string }
  | { state: 'unknown' }
  | { state: 'off' };

export function describeState(event: EventState): string {
  if (event.state === 'dropped') return `dropped: ${event.reason}`;
  return { sending: 'sending', sent: 'sent', queued: 'queued', off: 'off', unknown: 'unknown here' }[event.state];
}

/** A state that changes no more, as far as this server goes. */
export function isFinal({ state }: EventState): boolean {
  return state === 'sent' || state === 'dropped' || state === 'off';
}
