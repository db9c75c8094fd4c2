import { isRecord } from './is-record.js';

/** `afterMs`: from the failure to the delivery. `unknown`: another server may know the event. `off`: there is no event. */
export type EventState =
  | { state: 'sending' }
  | { state: 'sent'; afterMs?: number }
  | { state: 'queued' }
  | { state: 'dropped'; reason: string }
  | { state: 'unknown' }
  | { state: 'off' };

const texts = { sending: 'sending', sent: 'sent', queued: 'queued', off: 'off', unknown: 'not known to this server' };

export function formatState(event: EventState): string {
  return event.state === 'dropped' ? `dropped: ${event.reason}` : texts[event.state];
}

export function isFinal({ state }: EventState): boolean {
  return state === 'sent' || state === 'dropped' || state === 'off';
}

/** For responses of `/monitoring`, which a proxy may have replaced. */
export function isEventState(value: unknown): value is EventState {
  if (!isRecord(value)) return false;
  if (value.state === 'dropped') return typeof value.reason === 'string';
  return typeof value.state === 'string' && Object.hasOwn(texts, value.state);
}
