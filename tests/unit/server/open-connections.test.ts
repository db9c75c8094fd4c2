import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { watchOpenConnections } from '../../../candor/server/open-connections';
import { waitUntil } from '../../support/wait-until';

/** A server whose connections are watched. `close` is what happens to it at a signal; whoever asked answers. */
async function setUp() {
  const endConnections = watchOpenConnections();
  const responses: ServerResponse[] = [];
  const server = createServer((_, response) => void responses.push(response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => server.closeAllConnections());
  return {
    asked: () => waitUntil('a request', () => responses.shift()),
    close() {
      endConnections();
      const closed = once(server, 'close');
      server.close();
      return closed;
    },
    async connect(): Promise<Socket> {
      const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
      await once(socket, 'connect');
      return socket;
    },
  };
}

const get = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

function textFrom(socket: Socket): { text: string } {
  const received = { text: '' };
  socket.setEncoding('utf8').on('data', (part: string) => (received.text += part));
  return received;
}

test('an answer that was ended but has not left yet leaves whole', async () => {
  const body = Buffer.alloc(20 * 1024 * 1024, 'x'); // More than the system's buffers hold.
  const { connect, asked, close } = await setUp();
  const slow = await connect();
  slow.pause();
  slow.write(get);
  (await asked()).end(body);
  const closed = close();
  let bytes = 0;
  slow.on('data', (part: Buffer) => (bytes += part.length)).resume();
  await Promise.all([once(slow, 'close'), closed]);
  expect(bytes).toBeGreaterThan(body.length);
});

test('an answer whose head has not left tells that the connection ends with it', async () => {
  const { connect, asked, close } = await setUp();
  const socket = await connect();
  const received = textFrom(socket);
  socket.write(get);
  const response = await asked();
  const closed = close();
  response.end('whole');
  await Promise.all([once(socket, 'close'), closed]);
  expect(received.text).toMatch(/^connection: close\r$/im);
  expect(received.text).toMatch(/whole$/);
});

test('a connection ends with the answer under way on it, though its head had promised to keep it', async () => {
  const { connect, asked, close } = await setUp();
  const socket = await connect();
  const received = textFrom(socket);
  socket.write(get);
  const response = await asked();
  response.write('half');
  await waitUntil('the first half', () => received.text.includes('half'));
  expect(received.text).toMatch(/^connection: keep-alive\r$/im);
  const closed = close();
  response.end('whole');
  await Promise.all([once(socket, 'close'), closed]);
  expect(received.text).toMatch(/whole\r\n0\r\n\r\n$/);
});

test('a request that was still arriving is answered', async () => {
  const { connect, asked, close } = await setUp();
  const [socket, other] = [await connect(), await connect()];
  const received = textFrom(socket);
  socket.write('GET / HTTP/1.1\r\nHost');
  other.resume().write(get);
  (await asked()).end(); // It has read what was sent before.
  const closed = close();
  socket.write(': x\r\n\r\n');
  (await asked()).end('whole');
  await Promise.all([once(socket, 'close'), closed]);
  expect(received.text).toMatch(/^connection: close\r$/im);
  expect(received.text).toMatch(/whole$/);
});

test('connections without a request are closed at once: new ones, and those that were kept', async () => {
  const { connect, asked, close } = await setUp();
  const [unused, kept] = [await connect(), await connect()];
  kept.write(get);
  (await asked()).end('whole');
  await once(kept, 'data');
  const from = performance.now();
  const closed = close();
  await Promise.all([once(unused.resume(), 'close'), once(kept.resume(), 'close'), closed]);
  expect(performance.now() - from, "less than Node's own 5 s").toBeLessThan(4_000);
});
