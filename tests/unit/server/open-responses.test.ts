import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { trackOpenResponses } from '../../../candor/server/open-responses';
import { rawRequest } from '../../support/raw-request';

const openResponses = trackOpenResponses();

type Handle = (headers: Headers, response: ServerResponse, request: IncomingMessage) => void;
let handle: Handle;
let url: string;

const server = createServer((request, response) => {
  // As a Server Component has them from `headers()`.
  handle(new Headers(request.headers as Record<string, string>), response, request);
});

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

const limit = (headers: Headers) => openResponses.setStatus(headers, 429, { 'Retry-After': '7' });

test('sets status and headers of the response, given the headers of the request', async () => {
  handle = (headers, response) => {
    limit(headers);
    response.end();
  };
  expect(await rawRequest(url, { path: '/?fail=x' })).toMatchObject({ status: 429, headers: { 'retry-after': '7' } });
});

test('sets a header whatever the status becomes', async () => {
  handle = (headers, response) => {
    openResponses.setHeader(headers, 'X-Robots-Tag', 'noindex');
    response.writeHead(500).end();
  };
  const { status, headers } = await rawRequest(url, { path: '/?fail=x' });
  expect({ status, robots: headers['x-robots-tag'] }).toEqual({ status: 500, robots: 'noindex' });
});

test('sets the status of each of several open responses', async () => {
  const open: { headers: Headers; response: ServerResponse; status: number }[] = [];
  const bothOpen = new Promise<void>((resolve) => {
    handle = (headers, response, { url: path }) => {
      open.push({ headers, response, status: Number(path?.slice(2)) });
      if (open.length === 2) resolve();
    };
  });
  const responses = Promise.all([501, 502].map((status) => rawRequest(url, { path: `/?${status}` })));
  await bothOpen;
  for (const { headers, status } of open) openResponses.setStatus(headers, status, {});
  for (const { response } of open) response.end();
  expect((await responses).map(({ status }) => status)).toEqual([501, 502]);
});

test('does not change a response whose head was sent', async () => {
  handle = (headers, response) => {
    response.writeHead(200).write('x');
    limit(headers);
    response.end();
  };
  const { status, headers } = await rawRequest(url, { path: '/?fail=x' });
  expect(status).toBe(200);
  expect(headers).not.toHaveProperty('retry-after');
});

test('forgets a response that is closed', async () => {
  const isKnown: boolean[] = [];
  const over = new Promise<void>((resolve) => {
    handle = (headers, response) => {
      isKnown.push(openResponses.isPrefetch(headers));
      response.end().once('close', () => {
        isKnown.push(openResponses.isPrefetch(headers));
        resolve();
      });
    };
  });
  await rawRequest(url, { path: '/?fail=x', headers: { Purpose: 'prefetch' } });
  await over;
  expect(isKnown).toEqual([true, false]);
});

test('leaves a request without a query as it came', async () => {
  handle = (headers, response, request) => {
    limit(headers);
    response.end(JSON.stringify(request.headers));
  };
  const { status, body } = await rawRequest(url, { path: '/' });
  expect(status).toBe(200);
  expect(Object.keys(JSON.parse(body.toString()) as object).sort()).toEqual(['connection', 'host']);
});

test('overwrites a token that a visitor sends, or ignores it', async () => {
  const arrived = new Promise<{ headers: Headers; response: ServerResponse }>((resolve) => {
    handle = (headers, response) => resolve({ headers, response });
  });
  const anotherResponse = rawRequest(url, { path: '/?another' });
  const another = await arrived;
  const [[name = '', token = ''] = []] = [...another.headers].filter(([, value]) => /^[0-9a-f-]{36}$/.test(value));
  expect(token).not.toBe('');

  handle = (headers, response) => {
    limit(headers);
    response.end(headers.get(name));
  };
  const own = await rawRequest(url, { path: '/?own', headers: { [name]: token } });
  expect(own.status).toBe(429);
  expect(own.body.toString()).not.toBe(token);
  expect(own.headers).not.toHaveProperty(name);
  expect((await rawRequest(url, { path: '/', headers: { [name]: 'guessed' } })).status).toBe(200);
  another.response.end();
  expect((await anotherResponse).status).toBe(200);
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
  handle = (headers, response, request) => {
    delete request.headers['next-router-prefetch']; // As Next hides it from pages.
    headers.delete('next-router-prefetch');
    response.end(String(openResponses.isPrefetch(headers)));
  };
  const { body } = await rawRequest(url, { path: '/?fail=x', headers });
  expect(body.toString()).toBe(String(expected));
});

test('knows the error of a request whose client left', async () => {
  const { port } = new URL(url);
  const thrown = new Promise<[object, unknown]>((resolve) => {
    handle = (_, response, request) => {
      request.on('error', (error) => resolve([request.headers, error]));
      client.destroy();
    };
  });
  const client = connect(Number(port), '127.0.0.1');
  client.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nhalf');
  const [headers, error] = await thrown;
  expect(openResponses.isAborted(headers, error)).toBe(true);
  expect(openResponses.isAborted(headers, new Error('another'))).toBe(false);
  expect(openResponses.isAborted({}, error)).toBe(false);
});
