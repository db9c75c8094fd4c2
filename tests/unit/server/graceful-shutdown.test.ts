import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { trackOpenConnections } from '../../../candor/server/graceful-shutdown';
import { waitUntil } from '../../support/wait-until';

const root = join(import.meta.dirname, '../../..');

/** A process that exits at a signal with a status of its own, as Next does when idle, or does not exit, as Next does when busy. */
function processThat({ isIdle, finish }: { isIdle: boolean; finish: string }): string {
  return `
    import { createJiti } from 'jiti';
    const { handleShutdownSignals } = await createJiti(${JSON.stringify(join(root, 'x.mjs'))}).import('./candor/server/graceful-shutdown.ts');
    const realTimeout = setTimeout;
    globalThis.setTimeout = (act, ms) => realTimeout(act, ms / 50); // 5 s are 0.1 s here.
    for (const signal of ['SIGTERM', 'SIGINT']) {
      process.on(signal, () => realTimeout(() => ${isIdle ? 'process.exit(143)' : 'undefined'}, 1));
    }
    handleShutdownSignals(${finish});
    setInterval(() => {}, 1000);
    process.stdout.write('ready\\n');
  `;
}

async function stopIt(code: string, signal: NodeJS.Signals) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  child.stdout.on('data', (text: Buffer) => {
    output += text.toString();
  });
  await once(child.stdout, 'data');
  child.kill(signal);
  const [status] = (await once(child, 'close')) as [number | null];
  return { status, output };
}

/** A process that serves, and closes its server at the first signal, as Next does; it says what it does. */
const drainingProcess = `
  import { createJiti } from 'jiti';
  import { createServer } from 'node:http';
  const { handleShutdownSignals } = await createJiti(${JSON.stringify(join(root, 'x.mjs'))}).import('./candor/server/graceful-shutdown.ts');
  const say = (text) => process.stdout.write(text + '\\n');
  handleShutdownSignals(async () => say('finishing'), { drainMs: 60_000, startDraining: () => say('draining') });
  const server = createServer((request, response) => response.end('served'));
  for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => server.close(() => process.exit(143)));
  server.listen(0, '127.0.0.1', () => say('port ' + server.address().port));
`;

async function startDrainingProcess() {
  const child = spawn(process.execPath, ['--input-type=module', '-e', drainingProcess], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const exit = once(child, 'exit') as Promise<[number | null]>;
  let output = '';
  child.stdout.on('data', (text: Buffer) => (output += text.toString()));
  const [, port] = await waitUntil('its port', () => /port (\d+)/.exec(output));
  return {
    child,
    exit,
    saysAfterPort: () => output.replace(/^port.*\n/, '').trim(),
    get: async () => (await fetch(`http://127.0.0.1:${port}`)).text(),
  };
}

test.each(['SIGTERM', 'SIGINT'] as const)(
  'a process that drains serves after SIGTERM, and ends at the next %s',
  async (next) => {
    const { child, exit, saysAfterPort, get } = await startDrainingProcess();
    child.kill('SIGTERM');
    await waitUntil('the signal to be handled', () => saysAfterPort() !== '');
    expect(await get()).toBe('served');
    expect(saysAfterPort()).toBe('draining');
    child.kill(next);
    expect(await exit).toEqual([0, null]);
    expect(saysAfterPort()).toMatch(/^draining\nfinishing/);
  },
);

test('a process that would drain does not at SIGINT', async () => {
  const { child, exit, saysAfterPort } = await startDrainingProcess();
  child.kill('SIGINT');
  expect(await exit).toEqual([0, null]);
  expect(saysAfterPort()).toMatch(/^finishing/);
});

describe.each(['SIGTERM', 'SIGINT'] as const)('after %s', (signal) => {
  test('an idle process exits with 0 when it has finished', async () => {
    const finish = `() => new Promise((resolve) => realTimeout(() => { process.stdout.write('finished\\n'); resolve(); }, 30))`;
    expect(await stopIt(processThat({ isIdle: true, finish }), signal)).toEqual({
      status: 0,
      output: expect.stringMatching(/^ready\n(finished\n)+$/),
    });
  });

  test('an idle process exits with 0 though it never finishes', async () => {
    const finish = '() => new Promise(() => {})';
    expect(await stopIt(processThat({ isIdle: true, finish }), signal)).toMatchObject({ status: 0 });
  });

  test('a process exits with 0 though a request in flight never ends', async () => {
    const finish = '() => Promise.resolve()';
    expect(await stopIt(processThat({ isIdle: false, finish }), signal)).toMatchObject({ status: 0 });
  });
});

test('a process exits with 0 though finishing fails', async () => {
  const finish = "() => Promise.reject(new Error('broken'))";
  expect(await stopIt(processThat({ isIdle: true, finish }), 'SIGTERM')).toMatchObject({ status: 0 });
});

/** A server with tracked connections. `close` closes it as at a signal; the tests send the responses. */
async function setUp(connections: Pick<ReturnType<typeof trackOpenConnections>, 'close'> = trackOpenConnections()) {
  const responses: ServerResponse[] = [];
  const server = createServer((_, response) => void responses.push(response)).listen(0, '127.0.0.1');
  server.keepAliveTimeout = 600_000; // So that Node closes no connection by itself while a test waits for that.
  await once(server, 'listening');
  onTestFinished(() => server.closeAllConnections());
  return {
    connections,
    request: () => waitUntil('a request', () => responses.shift()),
    close() {
      connections.close();
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

test('sends a response completely that was ended before', async () => {
  const body = Buffer.alloc(20 * 1024 * 1024, 'x'); // More than the system's buffers hold.
  const { connect, request, close } = await setUp();
  const slow = await connect();
  slow.pause();
  slow.write(get);
  (await request()).end(body);
  const closed = close();
  let bytes = 0;
  slow.on('data', (part: Buffer) => (bytes += part.length)).resume();
  await Promise.all([once(slow, 'close'), closed]);
  expect(bytes).toBeGreaterThan(body.length);
});

test('announces in a head that was not sent yet that the connection closes', async () => {
  const { connect, request, close } = await setUp();
  const socket = await connect();
  const received = textFrom(socket);
  socket.write(get);
  const response = await request();
  const closed = close();
  response.end('whole');
  await Promise.all([once(socket, 'close'), closed]);
  expect(received.text).toMatch(/^connection: close\r$/im);
  expect(received.text).toMatch(/whole$/);
});

test('closes a connection after the response in flight, though its head promised to keep it', async () => {
  const { connect, request, close } = await setUp();
  const socket = await connect();
  const received = textFrom(socket);
  socket.write(get);
  const response = await request();
  response.write('half');
  await waitUntil('the first half', () => received.text.includes('half'));
  expect(received.text).toMatch(/^connection: keep-alive\r$/im);
  const closed = close();
  response.end('whole');
  await Promise.all([once(socket, 'close'), closed]);
  expect(received.text).toMatch(/whole\r\n0\r\n\r\n$/);
});

test('responds to a request that was still arriving', async () => {
  const { connect, request, close } = await setUp();
  const [socket, other] = [await connect(), await connect()];
  const received = textFrom(socket);
  socket.write('GET / HTTP/1.1\r\nHost');
  other.resume().write(get);
  (await request()).end(); // The server has read all data that was sent before.
  const closed = close();
  socket.write(': x\r\n\r\n');
  (await request()).end('whole');
  await Promise.all([once(socket, 'close'), closed]);
  expect(received.text).toMatch(/^connection: close\r$/im);
  expect(received.text).toMatch(/whole$/);
});

test('closes the connections of each server of the process, whichever had the first request', async () => {
  const metrics = await setUp();
  const scraper = await metrics.connect();
  scraper.resume().write(get);
  (await metrics.request()).end();
  const { connect, request, close } = await setUp(metrics.connections);
  const socket = await connect();
  const received = textFrom(socket);
  socket.write(get);
  const response = await request();
  const closed = close();
  response.end('whole');
  await Promise.all([once(socket, 'close'), closed]);
  expect(received.text).toMatch(/^connection: close\r$/im);
});

test('closes connections without a request at once, new and kept ones', async () => {
  const { connect, request, close } = await setUp();
  const [unused, kept] = [await connect(), await connect()];
  kept.write(get);
  (await request()).end('whole');
  await once(kept, 'data');
  expect([unused.destroyed, kept.destroyed]).toEqual([false, false]);
  const closed = close();
  await Promise.all([once(unused.resume(), 'close'), once(kept.resume(), 'close'), closed]);
  expect([unused.destroyed, kept.destroyed]).toEqual([true, true]);
});

// Last: all connections of this process close so from then on.
test('while it drains, a connection closes with its next response, and new ones are accepted', async () => {
  const connections = trackOpenConnections();
  const { connect, request } = await setUp(connections);
  const inFlight = await connect();
  const ofInFlight = textFrom(inFlight);
  inFlight.write(get);
  const response = await request();
  connections.drain();
  response.end('whole');
  await once(inFlight, 'close');
  expect(ofInFlight.text).toMatch(/^connection: close\r$[^]*whole$/im);
  const later = await connect();
  const ofLater = textFrom(later);
  later.write(get);
  (await request()).end('later');
  await once(later, 'close');
  expect(ofLater.text).toMatch(/^connection: close\r$[^]*later$/im);
});
