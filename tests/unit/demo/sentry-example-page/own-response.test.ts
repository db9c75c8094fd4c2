import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isPrefetch, setHeader, setStatus } from '../../../../app/sentry-example-page/own-response';
import { requestContext } from '../../../../candor/src/http/request-context';
import { handleAll } from '../../http/handle-all';
import { rawRequest } from '../../../support/raw-request';
import { listen } from '../../server/serve';
import { installTestContext } from '../../server/test-context';

handleAll();
installTestContext({ requestContext });

type Handle = (response: ServerResponse, request: IncomingMessage) => void;
let handle: Handle;
let url: string;

const server = createServer((request, response) => handle(response, request));

beforeAll(async () => void (url = await listen(server)));
afterAll(() => server.close());

const ask = (path = '/?fail=x', headers = {}) => rawRequest(url, { path, headers });
const limit = () => setStatus(429, { 'Retry-After': '7' });

test('sets status and headers of the response', async () => {
  handle = (response) => {
    limit();
    response.end();
  };
  expect(await ask()).toMatchObject({ status: 429, headers: { 'retry-after': '7' } });
});

test('sets a header whatever the status becomes', async () => {
  handle = (response) => {
    setHeader('X-Robots-Tag', 'noindex');
    response.writeHead(500).end();
  };
  expect(await ask()).toMatchObject({ status: 500, headers: { 'x-robots-tag': 'noindex' } });
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
  const responses = await Promise.all([501, 502].map((status) => ask(`/?${status}`)));
  expect(responses.map(({ status }) => status)).toEqual([501, 502]);
});

test('does not change a response whose head was sent', async () => {
  handle = (response) => {
    response.writeHead(200).write('x');
    limit();
    response.end();
  };
  const { status, headers } = await ask();
  expect(status).toBe(200);
  expect(headers).not.toHaveProperty('retry-after');
});

test('does nothing outside of a request', () => {
  limit();
  setHeader('X-Robots-Tag', 'noindex');
  expect(isPrefetch()).toBe(false);
});

test.each<[Record<string, string>, boolean]>([
  [{ 'Sec-Purpose': 'prefetch' }, true],
  [{ 'Sec-Purpose': 'prefetch;prerender' }, true],
  [{ Purpose: 'prefetch' }, true],
  [{ 'Next-Router-Prefetch': '1' }, true],
  [{ 'Next-Router-Prefetch': '2', RSC: '1' }, true],
  [{ RSC: '1' }, false],
  [{}, false],
])('a request with %j is a prefetch: %s', async (headers, expected) => {
  handle = (response, request) => {
    delete request.headers['next-router-prefetch']; // As Next hides it from pages.
    response.end(String(isPrefetch()));
  };
  const { body } = await ask('/', headers);
  expect(body.toString()).toBe(String(expected));
});
