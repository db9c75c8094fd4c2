import { formatState, type EventState } from '../shared/event-state.js';
import { formatUtc } from './format-utc.js';

/**
 * A visitor can quote it: the digest of a server failure, or the event id of a browser failure. `failedAt`: the browser does not know
 * when the server failed.
 */
export type Reference = { label: 'Digest' | 'Event'; id: string; failedAt?: Date };

/** The reference as plain text, for a ticket or a message. */
export function describeReference(
  { label, id, failedAt }: Required<Reference>,
  event: EventState,
  host?: string,
): string {
  return [
    `${label}: ${id}`,
    `Time: ${formatUtc(failedAt)}`,
    ...(host === undefined ? [] : [`Host: ${host}`]),
    `Report: ${formatState(event)}`,
  ].join('\n');
}
