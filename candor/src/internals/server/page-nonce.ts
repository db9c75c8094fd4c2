import type { IncomingHttpHeaders } from 'node:http';
import { patch } from '../patch.js';

const own = patch('page-nonce');

/**
 * Gives Next the nonce of a page that it renders, and the page itself, for scripts of its own:
 * https://nextjs.org/docs/app/guides/content-security-policy. A policy that the client sent does not count.
 */
export function offerNonce(headers: IncomingHttpHeaders, nonce: string): void {
  headers['content-security-policy'] = `script-src 'nonce-${nonce}'`;
  headers['x-nonce'] = nonce;
}

/** A script of Next's had the nonce. */
export const nonceArrived = own.seen;

/** Whether it was given to Next: of a request that was not announced the response alone is known. */
export function wasOffered(headers: IncomingHttpHeaders, nonce: string): boolean {
  return headers['x-nonce'] === nonce;
}

/** No script of Next's had it, in a page that was rendered for a request. */
export function nonceDidNotArrive(
  error: unknown = new Error('Next has written its scripts into a rendered page without the nonce.'),
): void {
  own.fail(error);
}
