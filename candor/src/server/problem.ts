import { STATUS_CODES } from 'node:http';
import { isEventId } from '../shared/digest.js';

export const problemType = 'application/problem+json';

/**
 * The body of a failed response for a program: https://www.rfc-editor.org/rfc/rfc9457
 * @param digest `undefined`: the request was rejected, or the digest is not known
 */
export function problemBody(status: number, digest: string | undefined): string {
  return JSON.stringify({
    type: 'about:blank',
    title: STATUS_CODES[status],
    status,
    // A digest that a library wrote is not the id of an event.
    instance: digest !== undefined && isEventId(digest) ? `${CANDOR_TUNNEL}?event=${digest}` : undefined,
    digest,
  });
}
