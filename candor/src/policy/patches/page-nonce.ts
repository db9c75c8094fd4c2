import type { IncomingHttpHeaders } from 'node:http';
import { patch } from './patches.js';

const own = patch('page-nonce');

/** For Next and for the page: https://nextjs.org/docs/app/guides/content-security-policy. A policy that the client sent is overwritten. */
export function offerNonce(headers: IncomingHttpHeaders, nonce: string): void {
  headers['content-security-policy'] = `script-src 'nonce-${nonce}'`;
  headers['x-nonce'] = nonce;
}

export const nonceArrived = own.seen;

/** A request that came before the server was ready has no nonce. */
export function wasOffered(headers: IncomingHttpHeaders, nonce: string): boolean {
  return headers['x-nonce'] === nonce;
}

export function nonceDidNotArrive(): void {
  own.fail(new Error('Next has written its scripts into a rendered page without the nonce.'));
}
