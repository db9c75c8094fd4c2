import type { ServerResponse } from 'node:http';
import { patch } from './patches.js';

const own = patch('cache-headers');

/** Whether Next has the response from its cache, or keeps it there. */
export function isCached(response: ServerResponse): boolean {
  const cached = response.hasHeader('x-nextjs-cache') || response.hasHeader('x-nextjs-prerender');
  if (cached) own.seen();
  return cached;
}

export function isPostponed(response: ServerResponse): boolean {
  return response.hasHeader('x-nextjs-postponed');
}
