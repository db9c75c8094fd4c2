import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { trackOpenConnections } from '../../../candor/src/http/graceful-shutdown';
import { bundleModules } from '../../support/bundle-modules';
import { waitUntil } from '../../support/wait-until';
import { listen } from '../server/serve';
import { handleAll } from './handle-all';

const imports = `import { handleShutdownSignals } from '${await bundleModules(['candor/src/http/graceful-shutdown.ts'])}';`;

/** A process that exits at a signal with a status of its own, as Next does when idle, or does not exit, as Next does when busy. */
const processThat = ({ isIdle, finish }: { isIdle: boolean; finish: string }) => `
  ${imports}
  const realTimeout = setTimeout;
  globalThis.setTimeout = (act, ms) => realTimeout(act, ms / 50); // 5 s are 0.1 s here.
  for (const signal of ['SIGTERM', 'SIGINT']) {
    process.on(signal, () => realTimeout(() => ${isIdle ? 'process.exit(143)' : 'undefined'}, 1));
  }
  handleShutdownSignals(${finish});
  setInterval(() => {}, 1000);
  process.stdout.write('ready\\n');
`;

/** A process that serves, and closes its server at the first signal, as Next does; it says what it does. */
const drainingProcess = `
  ${imports}
  import { createServer } from 'node:http';
  const say = (text) => process.stdout.write(text + '\\n');
  handleShutdownSignals(async () => say('finishing'), { drainMs: 60_000, startDraining: () => say('draining') });
  const server = createServer((request, response) => response.end('served'));
  for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => server.close(() => process.exit(143)));
  server.listen(0, '127.0.0.1', () => say('port ' + server.address().port));
`;

function startProcess(code: string) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const closed = once(child, 'close') as Promise<[status: number | null, signal: string | null]>;
  const said = { text: '' };
  child.stdout.on('data', (text: Buffer) => (said.text += text.toString()));
  return { child, closed, said };
}

async function stop(circumstances: Parameters<typeof processThat>[0], signal: NodeJS.Signals) {
  const { child, closed, said } = startProcess(processThat(circumstances));
  await once(child.stdout, 'data');
  child.kill(signal);
  const [status] = await closed;
  return { status, output: said.text };
}

async function startDrainingProcess() {
  const { child, closed, said } = startProcess(drainingProcess);
  const [, port] = await waitUntil('its port', () => /port (\d+)/.exec(said.text));
  return {
    child,
    closed,
    saysAfterPort: () => said.text.replace(/^port.*\n/, '').trim(),
    get: async () => (await fetch(`http://127.0.0.1:${port}`)).text(),
  };
}

test.each(['SIGTERM', 'SIGINT'] as const)(
  'a process that drains serves after SIGTERM, and ends at the next %s',
  async (next) => {
    const { child, closed, saysAfterPort, get } = await startDrainingProcess();
    child.kill('SIGTERM');
    await waitUntil('the signal to be handled', () => saysAfterPort() !== '');
    expect(await get()).toBe('served');
    expect(saysAfterPort()).toBe('draining');
    child.kill(next);
    expect(await closed).toEqual([0, null]);
    expect(saysAfterPort()).toMatch(/^draining\nfinishing/);
  },
);

test('a process that would drain does not at SIGINT', async () => {
  const { child, closed, saysAfterPort } = await startDrainingProcess();
  child.kill('SIGINT');
  expect(await closed).toEqual([0, null]);
  expect(saysAfterPort()).toMatch(/^finishing/);
});

describe.each(['SIGTERM', 'SIGINT'] as const)('after %s', (signal) => {
  test('an idle process exits with 0 when it has finished', async () => {
    const finish = `() => new Promise((resolve) => realTimeout(() => { process.stdout.write('finished\\n'); resolve(); }, 30))`;
    const { status, output } = await stop({ isIdle: true, finish }, signal);
    expect(status).toBe(0);
    expect(output).toMatch(/^ready\n(finished\n)+$/);
  });

  test.each([
    ['an idle process', 'it never finishes', true, '() => new Promise(() => {})'],
    ['a process', 'a request in flight never ends', false, '() => Promise.resolve()'],
    ['a process', 'finishing fails', true, "() => Promise.reject(new Error('broken'))"],
  ])('%s exits with 0 though %s', async (_who, _though, isIdle, finish) => {
    expect(await stop({ isIdle, finish }, signal)).toMatchObject({ status: 0 });
  });
});

/** A server with tracked connections. `close` closes it as at a signal, which ends before the test does; the tests send the responses. */
async function setUp(connections: Pick<ReturnType<typeof trackOpenConnections>, 'close'> = handleAll()) {
  const responses: ServerResponse[] = [];
  const server = createServer((_, response) => void responses.push(response));
  server.keepAliveTimeout = 600_000; // So that Node closes no connection by itself while a test waits for that.
  const { port } = new URL(await listen(server));
  onTestFinished(() => server.closeAllConnections());
  return {
    connections,
    request: () => waitUntil('a request', () => responses.shift()),
    close() {
      connections.close();
      const closed = once(server, 'close');
      server.close();
      onTestFinished(async () => void (await closed));
    },
    /** A connection on which this is sent at once. */
    async connect(text = ''): Promise<Socket> {
      const socket = connect(Number(port), '127.0.0.1');
      await once(socket, 'connect');
      socket.write(text);
      return socket;
    },
  };
}

const get = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

/** All that this socket receives until it is closed. */
async function textFrom(socket: Socket): Promise<string> {
  let text = '';
  socket
    .setEncoding('utf8')
    .on('data', (part: string) => (text += part))
    .resume();
  await once(socket, 'close');
  return text;
}

test('sends a response completely that was ended before', async () => {
  const body = Buffer.alloc(20 * 1024 * 1024, 'x'); // More than the system's buffers hold.
  const { connect, request, close } = await setUp();
  const slow = await connect(get);
  slow.pause();
  (await request()).end(body);
  close();
  expect((await textFrom(slow)).length).toBeGreaterThan(body.length);
});

const closesWith = (text: string) => new RegExp(`^connection: close\\r$[^]*${text}$`, 'im');

test('announces in a head that was not sent yet that the connection closes', async () => {
  const { connect, request, close } = await setUp();
  const received = textFrom(await connect(get));
  const response = await request();
  close();
  response.end('whole');
  expect(await received).toMatch(closesWith('whole'));
});

test('closes a connection after the response in flight, though its head promised to keep it', async () => {
  const { connect, request, close } = await setUp();
  const socket = await connect(get);
  const received = textFrom(socket);
  const response = await request();
  response.write('half');
  await once(socket, 'data');
  close();
  response.end('whole');
  expect(await received).toMatch(/^connection: keep-alive\r$/im);
  expect(await received).toMatch(/whole\r\n0\r\n\r\n$/);
});

test('responds to a request that was still arriving', async () => {
  const { connect, request, close } = await setUp();
  const socket = await connect('GET / HTTP/1.1\r\nHost');
  const received = textFrom(socket);
  (await connect(get)).resume();
  (await request()).end(); // The server has read all data that was sent before.
  close();
  socket.write(': x\r\n\r\n');
  (await request()).end('whole');
  expect(await received).toMatch(closesWith('whole'));
});

test('closes the connections of each server of the process, whichever had the first request', async () => {
  const metrics = await setUp();
  (await metrics.connect(get)).resume();
  (await metrics.request()).end();
  const { connect, request, close } = await setUp(metrics.connections);
  const received = textFrom(await connect(get));
  const response = await request();
  close();
  response.end('whole');
  expect(await received).toMatch(closesWith('whole'));
});

test('closes connections without a request at once, new and kept ones', async () => {
  const { connect, request, close } = await setUp();
  const [unused, kept] = [await connect(), await connect(get)];
  (await request()).end('whole');
  await once(kept, 'data');
  expect([unused.destroyed, kept.destroyed]).toEqual([false, false]);
  close();
  await Promise.all([once(unused.resume(), 'close'), once(kept.resume(), 'close')]);
  expect([unused.destroyed, kept.destroyed]).toEqual([true, true]);
});

// Last: all connections of this process close so from then on.
test('while it drains, a connection closes with its next response, and new ones are accepted', async () => {
  const connections = handleAll();
  const { connect, request } = await setUp(connections);
  const ofInFlight = textFrom(await connect(get));
  const response = await request();
  connections.drain();
  response.end('whole');
  expect(await ofInFlight).toMatch(closesWith('whole'));
  const ofLater = textFrom(await connect(get));
  (await request()).end('later');
  expect(await ofLater).toMatch(closesWith('later'));
});
