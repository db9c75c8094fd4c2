import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { bundleModules } from '../../support/bundle-modules';
import { listen } from '../../support/loopback';
import { exchange, openRaw } from '../../support/raw-connection';
import { startModule } from '../../support/start-module';
import { waitUntil } from '../../support/wait-until';
import { handleAll } from './handle-all';

const handlesSignals = await bundleModules(['candor/src/http/graceful-shutdown.ts']);

type Program = { finish?: string; drainMs?: number; atSignal?: string };

/** A process that serves, says what it does, and at a signal closes its server and exits with a status of its own, as Next does. */
async function startProcess({ finish = `async () => say('finishing')`, drainMs = 0, atSignal }: Program = {}) {
  const code = `
    import { createServer } from 'node:http';
    import { handleShutdownSignals } from '${handlesSignals}';
    const realTimeout = setTimeout;
    globalThis.setTimeout = (act, ms) => realTimeout(act, ms / 50); // 5 s are 0.1 s here.
    const say = (text) => process.stdout.write(text + '\\n');
    const server = createServer((request, response) => response.end('served'));
    const exit = () => process.exit(143);
    handleShutdownSignals(${finish}, { drainMs: ${drainMs}, startDraining: () => say('draining') });
    for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, ${atSignal ?? '() => server.close(exit)'});
    server.listen(0, '127.0.0.1', () => say('port ' + server.address().port));
  `;
  const { child, closed, printed } = startModule(code);
  const [line, port] = await waitUntil('its port', () => /port (\d+)\n/.exec(printed()));
  return { child, closed, url: `http://127.0.0.1:${port}`, said: () => printed().slice(line.length) };
}

test.each(['SIGTERM', 'SIGINT'] as const)('after SIGTERM a draining process serves until the next %s', async (next) => {
  const { child, closed, said, url } = await startProcess({ drainMs: 3_600_000 });
  child.kill('SIGTERM');
  await waitUntil('the signal to be handled', () => said() !== '');
  expect(await (await fetch(url)).text()).toBe('served');
  expect(said()).toBe('draining\n');
  child.kill(next);
  expect(await closed).toEqual([0, null]);
  expect(said()).toMatch(/^draining\nfinishing/);
});

const [idle, busy] = ['() => realTimeout(exit, 1)', '() => {}'];
const late = `() => new Promise((resolve) => realTimeout(() => { say('finished'); resolve(); }, 30))`;

test.each([
  ['when it has finished, and does not drain', 'SIGINT', idle, late, /^(finished\n)+$/],
  ['though it never finishes', 'SIGTERM', idle, '() => new Promise(() => {})', /^$/],
  ['though a request in flight never ends', 'SIGTERM', busy, '() => Promise.resolve()', /^$/],
  ['though finishing fails', 'SIGTERM', idle, "() => Promise.reject(new Error('broken'))", /^$/],
] as const)('a process exits with 0 %s, after %s', async (_, signal, atSignal, finish, output) => {
  const drainMs = signal === 'SIGINT' ? 3_600_000 : 0;
  const { child, closed, said } = await startProcess({ atSignal, finish, drainMs });
  child.kill(signal);
  expect(await closed).toEqual([0, null]);
  expect(said()).toMatch(output);
});

/** A server with tracked connections. `close` closes it as at a signal, which ends before the test does; the tests send the responses. */
async function setUp(connections = handleAll()) {
  const responses: ServerResponse[] = [];
  const server = createServer((_, response) => void responses.push(response));
  server.keepAliveTimeout = 600_000; // So that Node closes no connection by itself while a test waits for that.
  const { url } = await listen(server);
  onTestFinished(() => server.closeAllConnections());
  return {
    connections,
    url,
    request: () => waitUntil('a request', () => responses.shift()),
    close() {
      connections.close();
      const closed = once(server, 'close');
      server.close();
      onTestFinished(async () => void (await closed));
    },
  };
}

const get = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

test('sends a response completely that was ended before', async () => {
  const body = Buffer.alloc(20 * 1024 * 1024, 'x'); // More than the system's buffers hold.
  const { url, request, close } = await setUp();
  const slow = await openRaw(url);
  slow.write(get);
  slow.socket.pause();
  (await request()).end(body);
  close();
  slow.socket.resume();
  expect(await slow.end()).toBe('closed');
  expect(slow.text().length).toBeGreaterThan(body.length);
});

const closesWith = (text: string) => new RegExp(`^connection: close\\r$[^]*${text}$`, 'im');

test('closes a connection after the response in flight, though its head promised to keep it', async () => {
  const { url, request, close } = await setUp();
  const connection = await openRaw(url);
  connection.write(get);
  const response = await request();
  response.write('half');
  expect(await connection.response(0)).toMatchObject({ head: expect.stringMatching(/^connection: keep-alive\r$/im) });
  close();
  response.end('whole');
  expect(await connection.end()).toBe('closed');
  expect(connection.text()).toMatch(/whole\r\n0\r\n\r\n$/);
});

test('responds to a request that was still arriving', async () => {
  const { url, request, close } = await setUp();
  const [arriving, other] = [await openRaw(url), await openRaw(url)];
  arriving.write('GET / HTTP/1.1\r\nHost');
  other.write(get);
  (await request()).end(); // The server has read all data that was sent before.
  close();
  arriving.write(': x\r\n\r\n');
  (await request()).end('whole');
  expect(await arriving.end()).toBe('closed');
  expect(arriving.text()).toMatch(closesWith('whole'));
});

test('closes the connections of each server of the process, whichever had the first request', async () => {
  const metrics = await setUp();
  (await openRaw(metrics.url)).write(get);
  (await metrics.request()).end();
  const { url, request, close } = await setUp(metrics.connections);
  const received = exchange(url, get);
  const response = await request();
  close();
  response.end('whole');
  expect(await received).toMatch(closesWith('whole'));
});

test('closes connections without a request at once, new and kept ones', async () => {
  const { url, request, close } = await setUp();
  const [unused, kept] = [await openRaw(url), await openRaw(url)];
  kept.write(get);
  (await request()).end('whole');
  await kept.response(0);
  expect([unused.isOpen(), kept.isOpen()]).toEqual([true, true]);
  close();
  expect([await unused.end(), await kept.end()]).toEqual(['closed', 'closed']);
});

// Last: all connections of this process close so from then on.
test('while it drains, a connection closes with its next response, and new ones are accepted', async () => {
  const connections = handleAll();
  const { url, request } = await setUp(connections);
  const ofInFlight = exchange(url, get);
  const response = await request();
  connections.drain();
  response.end('whole');
  expect(await ofInFlight).toMatch(closesWith('whole'));
  const ofLater = exchange(url, get);
  (await request()).end('later');
  expect(await ofLater).toMatch(closesWith('later'));
});
