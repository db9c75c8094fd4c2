import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { watchOpenAnswers } from '../../../candor/server/open-responses';
import { rawRequest } from '../../support/raw-request';

const answers = watchOpenAnswers();

type Handle = (asked: Headers, response: ServerResponse, request: IncomingMessage) => void;
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

const refuse = (asked: Headers) => answers.setStatus(asked, 429, { 'Retry-After': '7' });

test('an answer gets its status and headers, though whoever sets them has only the headers of the request', async () => {
  handle = (asked, response) => {
    refuse(asked);
    response.end();
  };
  expect(await rawRequest(url, { path: '/?fail=x' })).toMatchObject({ status: 429, headers: { 'retry-after': '7' } });
});

test('of several that are open each gets its own', async () => {
  const open: { asked: Headers; response: ServerResponse; status: number }[] = [];
  const bothOpen = new Promise<void>((resolve) => {
    handle = (asked, response, { url: path }) => {
      open.push({ asked, response, status: Number(path?.slice(2)) });
      if (open.length === 2) resolve();
    };
  });
  const asking = Promise.all([501, 502].map((status) => rawRequest(url, { path: `/?${status}` })));
  await bothOpen;
  for (const { asked, status } of open) answers.setStatus(asked, status, {});
  for (const { response } of open) response.end();
  expect((await asking).map(({ status }) => status)).toEqual([501, 502]);
});

test('an answer whose head has left stays as it is', async () => {
  handle = (asked, response) => {
    response.writeHead(200).write('x');
    refuse(asked);
    response.end();
  };
  const { status, headers } = await rawRequest(url, { path: '/?fail=x' });
  expect(status).toBe(200);
  expect(headers).not.toHaveProperty('retry-after');
});

test('an answer that is over is forgotten', async () => {
  const isKnown: boolean[] = [];
  const over = new Promise<void>((resolve) => {
    handle = (asked, response) => {
      isKnown.push(answers.isFetchedInAdvance(asked));
      response.end().once('close', () => {
        isKnown.push(answers.isFetchedInAdvance(asked));
        resolve();
      });
    };
  });
  await rawRequest(url, { path: '/?fail=x', headers: { Purpose: 'prefetch' } });
  await over;
  expect(isKnown).toEqual([true, false]);
});

test('nothing can be set for a request without a query, which is left as it came', async () => {
  handle = (asked, response, request) => {
    refuse(asked);
    response.end(JSON.stringify(request.headers));
  };
  const { status, body } = await rawRequest(url, { path: '/' });
  expect(status).toBe(200);
  expect(Object.keys(JSON.parse(body.toString()) as object).sort()).toEqual(['connection', 'host']);
});

test('what a visitor sends as a token is overwritten, or names no answer', async () => {
  const arrived = new Promise<{ asked: Headers; response: ServerResponse }>((resolve) => {
    handle = (asked, response) => resolve({ asked, response });
  });
  const askingAnother = rawRequest(url, { path: '/?another' });
  const another = await arrived;
  const [[name = '', token = ''] = []] = [...another.asked].filter(([, value]) => /^[0-9a-f-]{36}$/.test(value));
  expect(token).not.toBe('');

  handle = (asked, response) => {
    refuse(asked);
    response.end(asked.get(name));
  };
  const own = await rawRequest(url, { path: '/?own', headers: { [name]: token } });
  expect(own.status).toBe(429);
  expect(own.body.toString()).not.toBe(token);
  expect(own.headers).not.toHaveProperty(name);
  expect((await rawRequest(url, { path: '/', headers: { [name]: 'guessed' } })).status).toBe(200);
  another.response.end();
  expect((await askingAnother).status).toBe(200);
});

test.each<{ headers: Record<string, string>; isInAdvance: boolean }>([
  { headers: { 'Sec-Purpose': 'prefetch' }, isInAdvance: true },
  { headers: { 'Sec-Purpose': 'prefetch;prerender' }, isInAdvance: true },
  { headers: { Purpose: 'prefetch' }, isInAdvance: true },
  { headers: { 'Next-Router-Prefetch': '1' }, isInAdvance: true },
  { headers: { 'Next-Router-Prefetch': '2', RSC: '1' }, isInAdvance: true },
  { headers: { RSC: '1' }, isInAdvance: false },
  { headers: {}, isInAdvance: false },
])('a request with $headers is fetched in advance: $isInAdvance', async ({ headers, isInAdvance }) => {
  handle = (asked, response, request) => {
    delete request.headers['next-router-prefetch']; // As Next hides it from pages.
    asked.delete('next-router-prefetch');
    response.end(String(answers.isFetchedInAdvance(asked)));
  };
  const { body } = await rawRequest(url, { path: '/?fail=x', headers });
  expect(body.toString()).toBe(String(isInAdvance));
});

test('a status that is overridden stays, whatever status is set after it', async () => {
  handle = (_, response, request) => {
    answers.overrideStatus(request.headers, 413);
    response.statusCode = 500;
    response.setHeader('X-Kept', 'yes');
    response.end('body');
  };
  const response = await rawRequest(url, { path: '/', method: 'POST' });
  expect(response).toMatchObject({ status: 413, headers: { 'x-kept': 'yes' }, body: Buffer.from('body') });
});

test('a status is not overridden once the head has left', async () => {
  handle = (_, response, request) => {
    response.writeHead(200).write('x');
    answers.overrideStatus(request.headers, 413);
    response.end();
  };
  expect(await rawRequest(url, { path: '/', method: 'POST' })).toMatchObject({ status: 200 });
});

test('a request whose client has left is aborted by the error that it was destroyed with', async () => {
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
  expect(answers.isAborted(headers, error)).toBe(true);
  expect(answers.isAborted(headers, new Error('another'))).toBe(false);
  expect(answers.isAborted({}, error)).toBe(false);
});
