import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { listen } from '../../support/loopback';
import { openRaw } from '../../support/raw-connection';
import { serve } from '../../support/serve';
import { waitUntil } from '../../support/wait-until';
import { handleAll } from './handle-all';

handleAll(); // Once for this process: Node publishes the requests of every server.

const mebibyte = 1024 * 1024;
const get = 'GET /next HTTP/1.1\r\nHost: x\r\n\r\n';
/** A request of this length, and as much of its body as is sent at once. */
const post = (length: number, sent = length) =>
  `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n${'x'.repeat(sent)}`;

type Handler = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

/** A connection to a server that handles posts with this handler. */
async function connectTo(handle: Handler) {
  const server = createServer((request, response) => {
    if (request.url === '/next') response.end('next');
    else void handle(request, response);
  });
  const connection = await openRaw((await listen(server)).url);
  onTestFinished(() => {
    connection.destroy();
    server.closeAllConnections();
    server.close();
  });
  return connection;
}

const firstChunk = (request: IncomingMessage) => once(request, 'data');
const announcesClose = /^connection: close\r$/im;

async function giveUpIteration(request: IncomingMessage) {
  const chunks = request[Symbol.asyncIterator]();
  await chunks.next();
  await chunks.return?.();
}

type Named = { writeHeader: ServerResponse['writeHead'] };

// tests/browser/framing.spec.ts has handlers that read nothing.
test.each<[string, (request: IncomingMessage, response: ServerResponse) => unknown]>([
  ['writes the head', (_, response) => response.writeHead(200, 'Fine')],
  ['writes the head by its other name', (_, response) => (response as unknown as Named).writeHeader(200, 'Fine')],
  ['reads the first chunk and pauses', (request) => firstChunk(request).then(() => request.pause())],
  ['gives up an iteration, which destroys the stream and leaves the socket', giveUpIteration],
])('a client has the response and the close when a handler %s', async (_, act) => {
  const connection = await connectTo(async (request, response) => {
    await act(request, response);
    response.end();
  });
  connection.write(post(3 * mebibyte));
  expect(await connection.response(0)).toMatchObject({ status: 200, head: expect.stringMatching(announcesClose) });
  expect(await connection.end()).toBe('closed');
});

test('a response to a request without a body keeps the methods of Node', async () => {
  let names: string[] = [];
  const { url } = await serve((response) => void (names = Object.keys(response.end())));
  await fetch(url);
  expect(names).not.toContain('writeHead');
});

test.each<[string, number, (request: IncomingMessage, respond: () => void) => unknown]>([
  ['has arrived whole', 10_000, (_, respond) => setImmediate(respond)],
  ['has arrived, and its end is not known yet', 60, (request, respond) => request.once('readable', respond)],
  ['was read whole', 3 * mebibyte, (request, respond) => request.resume().on('end', respond)],
])('a connection whose request %s is kept', async (_, size, handle) => {
  const connection = await connectTo((request, response) => void handle(request, () => response.end()));
  for (let time = 0; time < 15; time += 1) {
    connection.write(post(size));
    const head = expect.not.stringMatching(announcesClose) as string;
    expect(await connection.response(time)).toMatchObject({ status: 200, head });
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
  connection.write(post(8 * mebibyte, mebibyte));
  expect(await connection.response(0)).toMatchObject({ status: 200 });
  expect(await connection.end()).toBe('closed');
  connection.write('x'.repeat(7 * mebibyte));
  await waitUntil('the end', () => hasEnded);
  expect(read).toBe(8 * mebibyte);
});
