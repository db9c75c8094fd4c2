import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { discardUnreadBodies } from '../../../candor/server/unread-bodies';
import { openRaw } from '../../support/raw-connection';
import { waitUntil } from '../../support/wait-until';

discardUnreadBodies(); // Once for this process: Node publishes the requests of every server.

const mebibyte = 1024 * 1024;
const get = 'GET /next HTTP/1.1\r\nHost: x\r\n\r\n';
const post = (length: number, more = '') => `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n${more}\r\n`;

type Handler = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

/** A connection to a server that handles posts with this handler. */
async function connectTo(handle: Handler) {
  const server = createServer((request, response) => {
    if (request.url === '/next') response.end('next');
    else void handle(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const connection = await openRaw(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  onTestFinished(() => {
    connection.destroy();
    server.closeAllConnections();
    server.close();
  });
  return connection;
}

const firstChunk = (request: IncomingMessage) => once(request, 'data');

/** Handlers that do not read a body to its end. */
const handlers: [string, Handler][] = [
  ['reads nothing', (_, response) => void response.end()],
  [
    'reads the first chunk and pauses',
    async (request, response) => {
      await firstChunk(request);
      request.pause();
      response.end();
    },
  ],
  [
    'gives up an iteration, which destroys the stream and leaves the socket',
    async (request, response) => {
      const chunks = request[Symbol.asyncIterator]();
      await chunks.next();
      await chunks.return?.();
      response.end();
    },
  ],
  [
    'reads by a stream of the Web, and holds on to the reader',
    async (request, response) => {
      const reader = (ReadableStream as unknown as { from(from: object): ReadableStream }).from(request).getReader();
      await reader.read();
      response.end();
    },
  ],
  [
    'pipes it into a stream that takes no more',
    async (request, response) => {
      const { Writable } = await import('node:stream');
      request.pipe(new Writable({ write: () => {} }));
      await turn();
      response.end();
    },
  ],
];

test.each(handlers)('the next request gets a response when a handler %s', async (_, handle) => {
  const connection = await connectTo(handle);
  connection.write(post(3 * mebibyte) + 'x'.repeat(3 * mebibyte));
  expect(await connection.response(0)).toMatchObject({ status: 200 });
  connection.write(get);
  expect(await connection.response(1)).toMatchObject({ status: 200 });
});

test('many such requests on one connection leave no listener behind', async () => {
  const connection = await connectTo((_, response) => void response.end());
  for (let time = 0; time < 15; time += 1) {
    connection.write(post(mebibyte) + 'x'.repeat(mebibyte / 2));
    expect(await connection.response(time)).toMatchObject({ status: 200 });
    connection.write('x'.repeat(mebibyte / 2));
  }
  connection.write(get);
  expect(await connection.response(15)).toMatchObject({ status: 200 });
});

test.each([
  ['that is then kept', 3, 'the next request gets a response'],
  ['whose close the response announced', 8, 'it is closed after that'],
])('a handler that reads on after its response, on a connection %s, reads to the end', async (_, size, then) => {
  let read = 0;
  let hasEnded = false;
  const connection = await connectTo(async (request, response) => {
    request.on('data', (chunk: Buffer) => (read += chunk.length)).on('end', () => (hasEnded = true));
    await firstChunk(request);
    response.end();
  });
  connection.write(post(size * mebibyte) + 'x'.repeat(mebibyte));
  expect(await connection.response(0)).toMatchObject({ status: 200 });
  connection.write('x'.repeat((size - 1) * mebibyte));
  await waitUntil('the end', () => hasEnded);
  expect(read).toBe(size * mebibyte);
  if (then === 'it is closed after that') return expect(await connection.end()).toBe('closed');
  connection.write(get);
  expect(await connection.response(1)).toMatchObject({ status: 200 });
});

test('a handler can send back the whole body while it reads it', async () => {
  const connection = await connectTo((request, response) => void request.pipe(response));
  connection.write(post(6 * mebibyte));
  connection.write('y'.repeat(6 * mebibyte));
  await waitUntil('all of it', () => connection.text().split('y').length > 6 * mebibyte);
});

test('a response to a body that is too large to be discarded announces the close, and arrives', async () => {
  const connection = await connectTo((_, response) => void response.end('whole'));
  connection.write(post(100 * mebibyte) + 'x'.repeat(mebibyte));
  expect((await connection.response(0)).head).toMatch(/^connection: close\r$/im);
  await waitUntil('the body', () => connection.text().includes('whole'));
  expect(await connection.end()).toBe('closed');
});

test('a body that is small enough to be discarded keeps the connection', async () => {
  const connection = await connectTo((_, response) => void response.end());
  connection.write(post(mebibyte) + 'x');
  expect((await connection.response(0)).head).toMatch(/^connection: keep-alive\r$/im);
});

test('a client that asked for the close has its response before that, though it is still sending', async () => {
  const connection = await connectTo((_, response) => void response.end('whole'));
  connection.write(post(3 * mebibyte, 'Connection: close\r\n') + 'x'.repeat(mebibyte));
  await waitUntil('the response', () => connection.text().includes('whole'));
  connection.write('x'.repeat(2 * mebibyte));
  expect(await connection.end()).toBe('closed');
});
