import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { closeAfterEarlyResponses } from '../../../candor/server/early-responses';
import { openRaw } from '../../support/raw-connection';
import { waitUntil } from '../../support/wait-until';

closeAfterEarlyResponses(); // Once for this process: Node publishes the requests of every server.

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

const announcesClose = /^connection: close\r$/im;

test.each(handlers)('a client has the response and the close when a handler %s', async (_, handle) => {
  const connection = await connectTo(handle);
  connection.write(post(3 * mebibyte) + 'x'.repeat(3 * mebibyte));
  const { status, head } = await connection.response(0);
  expect(status).toBe(200);
  expect(head).toMatch(announcesClose);
  expect(await connection.end()).toBe('closed');
});

test.each<[string, Handler, number]>([
  ['has arrived whole', (_, response) => void setImmediate(() => response.end()), 10_000],
  [
    'has arrived, and its end is not known yet',
    (request, response) => void request.once('readable', () => response.end()),
    60,
  ],
  ['was read whole', (request, response) => void request.resume().on('end', () => response.end()), 3 * mebibyte],
])('a connection whose request %s is kept', async (_, handle, size) => {
  const connection = await connectTo(handle);
  for (let time = 0; time < 15; time += 1) {
    connection.write(post(size) + 'x'.repeat(size));
    const { status, head } = await connection.response(time);
    expect(status).toBe(200);
    expect(head).not.toMatch(announcesClose);
  }
  connection.write(get);
  expect(await connection.response(15)).toMatchObject({ status: 200 });
});

test('a handler that reads on after its response reads to the end', async () => {
  let read = 0;
  let hasEnded = false;
  const connection = await connectTo(async (request, response) => {
    request.on('data', (chunk: Buffer) => (read += chunk.length)).on('end', () => (hasEnded = true));
    await firstChunk(request);
    response.end();
  });
  connection.write(post(8 * mebibyte) + 'x'.repeat(mebibyte));
  expect(await connection.response(0)).toMatchObject({ status: 200 });
  expect(await connection.end()).toBe('closed');
  connection.write('x'.repeat(7 * mebibyte));
  await waitUntil('the end', () => hasEnded);
  expect(read).toBe(8 * mebibyte);
});

test('a handler can send back the whole body while it reads it', async () => {
  const connection = await connectTo((request, response) => void request.pipe(response));
  connection.write(post(6 * mebibyte));
  connection.write('y'.repeat(6 * mebibyte));
  await waitUntil('all of it', () => connection.text().split('y').length > 6 * mebibyte);
});

test('a client that is still sending has the whole response, and is not reset while it sends on', async () => {
  const connection = await connectTo((_, response) => void response.end('whole'));
  connection.write(post(100 * mebibyte) + 'x'.repeat(mebibyte));
  await waitUntil('the response', () => connection.text().endsWith('whole'));
  connection.write('x'.repeat(2 * mebibyte));
  expect(await connection.end()).toBe('closed');
});

test('a client that sends its whole body before it reads has the response', async () => {
  const connection = await connectTo((_, response) => void response.end('whole'));
  connection.socket.pause();
  const sent = new Promise((resolve) =>
    connection.socket.write(post(20 * mebibyte) + 'x'.repeat(20 * mebibyte), resolve),
  );
  await sent;
  connection.socket.resume();
  await waitUntil('the response', () => connection.text().endsWith('whole'));
});

test('fetch has the response to a body that nobody reads', async () => {
  const connection = await connectTo((_, response) => void response.writeHead(413).end('whole'));
  const { remotePort } = connection.socket;
  const response = await fetch(`http://127.0.0.1:${remotePort}`, { method: 'POST', body: 'x'.repeat(20 * mebibyte) });
  expect([response.status, await response.text()]).toEqual([413, 'whole']);
});
