import { formatState, type EventState } from '../event-state';
import { utc } from './format-utc';

/** What a visitor can quote: the digest of a server's failure, or the event of the browser's own. */
export type Reference = { label: 'Digest' | 'Event'; id: string; failedAt: Date };

/** The reference as plain text, for a ticket or a letter. */
export function describeReference({ label, id, failedAt }: Reference, event: EventState, host?: string): string {
  return [
    `${label}: ${id}`,
    `Time: ${utc(failedAt)}`,
    ...(host === undefined ? [] : [`Host: ${host}`]),
    `Report: ${formatState(event)}`,
  ].join('\n');
}
