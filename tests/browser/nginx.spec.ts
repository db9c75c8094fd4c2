import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test as base } from 'playwright/test';
import { rawRequest } from '../support/raw-request';
import { exchange } from '../support/raw-connection';
import { startNginx } from '../support/nginx';

type Asked = Pick<IncomingMessage, 'method' | 'url' | 'headers'>;

/** Stands in for three instances, so that it can be counted what reaches them. At `/breaks` the first one breaks the connection. */
type Upstream = { asked: Asked[]; status: number; headers: Record<string, string>; isOnlyAtFirst?: boolean };

const keptForEver = { 'Cache-Control': 'public, max-age=31536000, immutable', 'Accept-Ranges': 'bytes' };

const test = base.extend<{ upstream: Upstream; nginx: Awaited<ReturnType<typeof startNginx>> }>({
  upstream: async ({}, provide) => provide({ asked: [], status: 200, headers: keptForEver }),
  nginx: async ({ upstream }, provide) => {
    const servers = [1, 2, 3].map((place) =>
      createServer((request, response) => {
        const { method, url, headers } = request.resume();
        upstream.asked.push({ method, url, headers });
        if (url === '/breaks' && place === 1) return void request.socket.destroy();
        const status = upstream.isOnlyAtFirst && place !== 1 ? 404 : upstream.status;
        response.writeHead(status, { 'Content-Length': 7, ...upstream.headers }).end('content');
      }).listen(0, '127.0.0.1'),
    );
    await Promise.all(servers.map((server) => once(server, 'listening')));
    const nginx = await startNginx(servers.map((server) => (server.address() as AddressInfo).port));
    upstream.asked.length = 0;
    await provide(nginx);
    await nginx.stop();
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
  },
});

const chunk = '/_next/static/chunks/0123456789abc.js';

const spelled = [
  chunk.replace('0123', '%30%31%32%33'),
  chunk.replace('chunks', './x/../chunks'),
  chunk.replaceAll('/', '//'),
  `http://elsewhere${chunk}`,
];
test('300 variants of one chunk’s URL are one request and cached once', async ({ nginx, upstream }) => {
  const queries = Array.from({ length: 300 - spelled.length }, (_, index) => `${chunk}?${index}`);
  const variants = [...spelled, ...queries];
  for (let first = 0; first < variants.length; first += 20) {
    const some = variants.slice(first, first + 20);
    for (const { status, body } of await Promise.all(some.map((path) => rawRequest(nginx.url, { path })))) {
      expect([status, body.toString()]).toEqual([200, 'content']);
    }
  }
  expect(upstream.asked.map(({ url }) => url)).toEqual([chunk]);
  expect(await nginx.kept()).toBe(1);
});

test('a chunk that one instance alone has is found there just after a request broke at that instance', async ({
  nginx,
  upstream,
}) => {
  upstream.isOnlyAtFirst = true;
  for (let round = 1; round <= 3; round += 1) {
    // In turn: one of three is the first one's.
    for (let turn = 1; turn <= 3; turn += 1) await rawRequest(nginx.url, { path: '/breaks' });
    const { status, body } = await rawRequest(nginx.url, { path: chunk.replace('0123', String(1000 + round)) });
    expect([status, body.toString()]).toEqual([200, 'content']);
  }
  expect(upstream.asked.filter(({ url }) => url === '/breaks').length).toBeGreaterThan(9);
});

test('a chunk is cached whole after HEAD, range and conditional requests', async ({ nginx, upstream }) => {
  const first = await rawRequest(nginx.url, { path: chunk, method: 'HEAD' });
  expect(first.body).toHaveLength(0);
  const part = await rawRequest(nginx.url, { path: chunk, headers: { Range: 'bytes=0-2' } });
  expect([part.status, part.body.toString()]).toEqual([206, 'con']);
  await rawRequest(nginx.url, { path: chunk, headers: { 'If-Match': '"other"', 'If-None-Match': '*' } });
  const whole = await rawRequest(nginx.url, { path: chunk });
  expect([whole.status, whole.body.toString()]).toEqual([200, 'content']);
  expect(upstream.asked.map(({ method }) => method)).toEqual(['GET']);
});

test('an error, a response with a cookie, and one to a POST are not cached', async ({ nginx, upstream }) => {
  for (const status of [203, 301, 404, 410, 416, 500]) {
    upstream.status = status;
    for (const path of [chunk, `${chunk}?a`, chunk])
      expect((await rawRequest(nginx.url, { path })).status).toBe(status);
  }
  upstream.status = 200;
  upstream.headers = { ...keptForEver, 'Set-Cookie': 'a=b' };
  await rawRequest(nginx.url, { path: chunk });
  upstream.headers = keptForEver;
  await rawRequest(nginx.url, { path: chunk, method: 'POST', body: 'x' });
  await rawRequest(nginx.url, { path: '/' });
  expect(await nginx.kept()).toBe(0);
  await rawRequest(nginx.url, { path: chunk });
  expect(await nginx.kept()).toBe(1);
});

test('forwarding headers of a client are replaced, and its address is added last', async ({ nginx, upstream }) => {
  const headers = {
    ...{ Host: 'here.test', 'X-Forwarded-For': '203.0.113.9', 'X-Forwarded-Host': 'evil.example' },
    ...{ 'X-Forwarded-Proto': 'https', Forwarded: 'for=203.0.113.9;host=evil.example', X_Forwarded_For: '203.0.113.9' },
  };
  await rawRequest(nginx.url, { path: '/', headers });
  await rawRequest(nginx.url, { path: `${chunk}%0d%0aX-Injected:%20yes%0d%0a%0d%0aGET%20/%20HTTP/1.1` });
  const [forwarded, chunked] = upstream.asked.map((asked) => asked.headers);
  expect(forwarded).toMatchObject({
    ...{ host: 'here.test', 'x-forwarded-host': 'here.test', 'x-forwarded-proto': 'http' },
    'x-forwarded-for': '203.0.113.9, 127.0.0.1',
  });
  expect(Object.keys(forwarded ?? {})).not.toEqual(expect.arrayContaining([expect.stringMatching(/^(forwarded|x_)/)]));
  expect(chunked, 'a line break in a URL begins no header').not.toHaveProperty('x-injected');
});

const traceOfCaller = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;

test('a request gets an id and a trace, for instance, response and log', async ({ nginx, upstream }) => {
  upstream.headers = { 'X-Request-Id': 'of-the-instance', traceparent: traceOfCaller, 'Error-Digest': 'e'.repeat(32) };
  upstream.status = 500;
  const headers = { 'X-Request-Id': 'of-a-client' };
  const response = await rawRequest(nginx.url, { path: '/a?token=hunter2', headers });
  const { 'x-request-id': requestId, traceparent } = upstream.asked[0]?.headers ?? {};
  expect(requestId).toMatch(/^[0-9a-f]{32}$/);
  expect(traceparent).toBe(`00-${String(requestId)}-${String(requestId).slice(0, 16)}-00`);
  expect(response.headers).toMatchObject({ 'x-request-id': requestId });
  expect(response.headers).not.toHaveProperty('traceparent');
  const line = { requestId, traceparent, method: 'GET', path: '/a', status: '500', digest: 'e'.repeat(32) };
  expect(await nginx.logged('/a')).toMatchObject(line);
});

test('a request that two servers may read differently reaches no instance', async ({ nginx, upstream }) => {
  for (const [head, status] of [
    ['Content-Length: 5\r\nTransfer-Encoding: chunked', 400],
    ['Content-Length: 5\r\nContent-Length: 50', 400],
    ['Transfer-Encoding: xchunked', 501],
    ['Transfer-Encoding: chunked, chunked', 501],
  ] as const) {
    const smuggled = '0\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n';
    const text = `POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${head}\r\n\r\n${smuggled}`;
    expect(await exchange(nginx.url, text), head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  }
  await rawRequest(nginx.url, { path: '/' });
  expect(upstream.asked.map(({ url }) => url)).toEqual(['/']);
});
