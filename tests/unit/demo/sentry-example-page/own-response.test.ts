import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isPrefetch, setHeader, setStatus } from '../../../../app/sentry-example-page/own-response';
import { trackRequests } from '../../../../candor/server/track-requests';
import { rawRequest } from '../../../support/raw-request';

trackRequests();

type Handle = (response: ServerResponse, request: IncomingMessage) => void;
let handle: Handle;
let url: string;

const server = createServer((request, response) => handle(response, request));

beforeEach(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(async () => {
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
});

const limit = () => setStatus(429, { 'Retry-After': '7' });

test('sets status and headers of the response', async () => {
  handle = (response) => {
    limit();
    response.end();
  };
  expect(await rawRequest(url, { path: '/?fail=x' })).toMatchObject({ status: 429, headers: { 'retry-after': '7' } });
});

test('sets a header whatever the status becomes', async () => {
  handle = (response) => {
    setHeader('X-Robots-Tag', 'noindex');
    response.writeHead(500).end();
  };
  const { status, headers } = await rawRequest(url, { path: '/?fail=x' });
  expect({ status, robots: headers['x-robots-tag'] }).toEqual({ status: 500, robots: 'noindex' });
});

test('sets the status of each of several open responses', async () => {
  const waiting: (() => void)[] = [];
  handle = (response, { url: path }) => {
    const bothOpen = new Promise<void>((resolve) => waiting.push(resolve));
    if (waiting.length === 2) for (const go of waiting) go();
    void bothOpen.then(() => {
      setStatus(Number(path?.slice(2)), {});
      response.end();
    });
  };
  const responses = await Promise.all([501, 502].map((status) => rawRequest(url, { path: `/?${status}` })));
  expect(responses.map(({ status }) => status)).toEqual([501, 502]);
});

test('does not change a response whose head was sent', async () => {
  handle = (response) => {
    response.writeHead(200).write('x');
    limit();
    response.end();
  };
  const { status, headers } = await rawRequest(url, { path: '/?fail=x' });
  expect(status).toBe(200);
  expect(headers).not.toHaveProperty('retry-after');
});

test('does nothing outside of a request', () => {
  limit();
  setHeader('X-Robots-Tag', 'noindex');
  expect(isPrefetch()).toBe(false);
});

test.each<{ headers: Record<string, string>; expected: boolean }>([
  { headers: { 'Sec-Purpose': 'prefetch' }, expected: true },
  { headers: { 'Sec-Purpose': 'prefetch;prerender' }, expected: true },
  { headers: { Purpose: 'prefetch' }, expected: true },
  { headers: { 'Next-Router-Prefetch': '1' }, expected: true },
  { headers: { 'Next-Router-Prefetch': '2', RSC: '1' }, expected: true },
  { headers: { RSC: '1' }, expected: false },
  { headers: {}, expected: false },
])('a request with $headers is a prefetch: $expected', async ({ headers, expected }) => {
  handle = (response, request) => {
    delete request.headers['next-router-prefetch']; // As Next hides it from pages.
    response.end(String(isPrefetch()));
  };
  const { body } = await rawRequest(url, { path: '/?fail=x', headers });
  expect(body.toString()).toBe(String(expected));
});
