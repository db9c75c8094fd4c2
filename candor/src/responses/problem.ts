import { STATUS_CODES } from 'node:http';
import type { Spoken } from '../shared/spoken.js';
import { primary } from '../shared/languages.js';
import { isEventId } from '../shared/digest.js';

export const problemType = 'application/problem+json';

/** The body of a failed response for a program: https://www.rfc-editor.org/rfc/rfc9457. */
export function problemBody(status: number, digest: string | undefined, spoken: Spoken): string {
  return JSON.stringify({
    type: 'about:blank',
    title: titleOf(status, spoken),
    status,
    // A digest that a library wrote is not the id of an event.
    instance: digest !== undefined && isEventId(digest) ? `${CANDOR_TUNNEL}?event=${digest}` : undefined,
    digest,
  });
}

function titleOf(status: number, { words, lang }: Spoken): string | undefined {
  if (primary(lang) === 'en') return STATUS_CODES[status];
  if (status >= 500) return words.failed;
  return status === 401 || status === 403 || status === 404 ? words[`title${status}`] : words.rejected;
}
