import type { ServerResponse } from 'node:http';
import { patch } from '../patch.js';

const own = patch('cache-headers');

// Only Next's router reads them, and it does not load documents.
const routerHeaders = ['x-nextjs-prerender', 'x-nextjs-stale-time'];

/** Whether Next has the response from its cache, or keeps it there. */
export function isCached(response: ServerResponse): boolean {
  const cached = response.hasHeader('x-nextjs-cache') || response.hasHeader('x-nextjs-prerender');
  if (cached) own.seen();
  return cached;
}

/** To be called for a document of the build. Those of the Pages Router have no such header. */
export function expectCacheHeaders(html: string): void {
  if (html.includes('__next_f')) own.expectSeen('A document of the build has no header that says so.');
}

/** Whether its start is from the cache, and the rest is rendered: a partially prerendered page. */
export function isPostponed(response: ServerResponse): boolean {
  return response.hasHeader('x-nextjs-postponed');
}

export function removeRouterHeaders(response: ServerResponse): void {
  for (const name of routerHeaders) response.removeHeader(name);
}
