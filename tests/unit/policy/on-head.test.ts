import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { addOnHead } from '../../../candor/policy/on-head';
import { rawRequest } from '../../support/raw-request';

let server: Server | undefined;
afterEach(() => server?.close());

// Node's types allow less than Node does.
type Head = ServerResponse & { writeHead: (...head: unknown[]) => Head; writeHeader: (...head: unknown[]) => Head };

test.each<{ what: string; respond: (response: Head) => void; status?: number; type?: unknown }>([
  { what: 'only ends', respond: (response) => response.end() },
  { what: 'only writes', respond: (response) => void (response.write('x') && response.end()) },
  { what: 'flushes its headers', respond: (response) => void (response.flushHeaders(), response.end()) },
  {
    what: 'sets type and status before it ends',
    respond: (response) => {
      response.statusCode = 404;
      response.setHeader('Content-Type', 'text/css');
      response.end();
    },
    status: 404,
    type: 'text/css',
  },
  { what: 'writes a head of a status', respond: (response) => response.writeHead(404).end(), status: 404 },
  {
    what: 'writes a head with headers',
    respond: (response) => response.writeHead(201, { 'content-TYPE': 'text/css' }).end(),
    status: 201,
    type: 'text/css',
  },
  {
    what: 'writes a head with a reason and headers',
    respond: (response) => response.writeHead(404, 'Gone', { 'Content-Type': 'text/css' }).end(),
    status: 404,
    type: 'text/css',
  },
  {
    what: 'writes a head without a reason and with headers',
    respond: (response) => response.writeHead(404, undefined, { 'Content-Type': 'text/css' }).end(),
    status: 404,
    type: 'text/css',
  },
  {
    what: 'writes a head with a reason after it set the type',
    respond: (response) => {
      response.setHeader('Content-Type', 'text/css');
      response.writeHead(404, 'Gone').end();
    },
    status: 404,
    type: 'text/css',
  },
  {
    what: 'replaces the type that it set',
    respond: (response) => {
      response.setHeader('Content-Type', 'text/css');
      response.writeHead(200, { 'Content-Type': 'text/html' }).end();
    },
    type: 'text/html',
  },
  {
    what: 'names the type twice',
    respond: (response) => response.writeHead(200, { 'Content-Type': 'text/css', 'content-type': 'text/html' }).end(),
    type: 'text/html',
  },
  {
    what: 'writes a head with other headers',
    respond: (response) => {
      response.setHeader('Content-Type', 'text/css');
      response.writeHead(200, { 'X-Other': 'a' }).end();
    },
    type: 'text/css',
  },
  {
    what: 'sets two types',
    respond: (response) => response.setHeader('Content-Type', ['text/css', 'text/html']).end(),
    type: ['text/css', 'text/html'],
  },
  {
    what: 'writes a head with a list, whose type is not read',
    respond: (response) => response.writeHead(200, ['Content-Type', 'text/css']).end(),
  },
  {
    what: 'uses the other name of writeHead',
    respond: (response) => response.writeHeader(404, { 'Content-Type': 'text/css' }).end(),
    status: 404,
    type: 'text/css',
  },
])('a response that $what has the headers for its status and type', async ({ respond, status = 200, type }) => {
  const seen: unknown[] = [];
  const headers = await headersOf((response) => {
    addOnHead(response, (...head) => {
      seen.push(head);
      return [['X-Added', 'yes']];
    });
    respond(response);
  });
  expect(headers['x-added']).toBe('yes');
  expect(seen).toEqual([[status, type]]);
});

test.each<{ what: string; respond: (response: Head) => void }>([
  { what: 'set', respond: (response) => response.setHeader('x-added', 'its own').end() },
  { what: 'written with the head', respond: (response) => response.writeHead(200, { 'x-added': 'its own' }).end() },
  { what: 'written in a list', respond: (response) => response.writeHead(200, ['x-added', 'its own']).end() },
])('a header that the response has itself stays: $what', async ({ respond }) => {
  const headers = await headersOf((response) => {
    addOnHead(response, () => [['X-Added', 'added']]);
    respond(response);
  });
  expect(headers['x-added']).toBe('its own');
});

test('a head that is written twice is the error that it is without these headers', async () => {
  let thrown: unknown;
  await headersOf((response) => {
    addOnHead(response, () => [['X-Added', 'added']]);
    response.writeHead(200);
    try {
      response.writeHead(200);
    } catch (error) {
      thrown = error;
    }
    response.end();
  });
  expect(thrown).toMatchObject({ code: 'ERR_HTTP_HEADERS_SENT', message: expect.stringContaining('write headers') });
});

async function headersOf(respond: (response: Head) => void): Promise<IncomingHttpHeaders> {
  const listening = createServer((_, response) => respond(response as Head)).listen(0, '127.0.0.1');
  server = listening;
  await new Promise((resolve) => listening.once('listening', resolve));
  const { port } = listening.address() as AddressInfo;
  return (await rawRequest(`http://127.0.0.1:${port}`, { path: '/' })).headers;
}
