import type { ServerResponse } from 'node:http';
import { serve } from './serve';

type Reply = { status?: number; headers?: Record<string, string>; body?: string | object };
/** By paths, with their queries. `*` is every other one. */
export type Replies = Record<string, Reply | ((response: ServerResponse) => unknown)>;

const html = { 'Content-Type': 'text/html; charset=utf-8' };

export const state = {
  reporting: 'on',
  environment: 'production',
  release: 'abc',
  versions: { next: '16.4.5', react: '19.3.1', '@sentry/core': '11.1.0', node: '20.19.0' },
  patches: { inEffect: ['request-start'], missing: [], unproven: [] },
  reportedByBrowsers: {},
  delivery: { sent: 1, queued: 0, dropped: {}, oldestQueuedSeconds: null, downSince: null },
};

/** A site that answers as one with Candor does, except for these paths. */
export function serveSite(replies: Replies = {}) {
  const all: Replies = {
    '/': { headers: html, body: '<h1>Shop</h1>' },
    '/monitoring': { body: state },
    '*': { status: 404, headers: html, body: '<main class="candor screen">' },
    ...replies,
  };
  return serve((response) => {
    const reply = all[response.req.url ?? ''] ?? all['*']!;
    if (typeof reply === 'function') return reply(response);
    const { status = 200, body = '', headers = {} } = reply;
    const isJson = typeof body === 'object';
    response.writeHead(status, { ...(isJson && { 'Content-Type': 'application/json' }), ...headers });
    response.end(isJson ? JSON.stringify(body) : body);
  });
}
