import dns from 'node:dns';
import { createServer } from 'node:http';
import { createServer as createTcpServer, type Socket } from 'node:net';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { parseDsn } from '../../../candor/src/envelope/dsn';
import { createRelay } from '../../../candor/src/delivery/relay';
import { respondWith, type FakeIngest } from '../../support/fake-ingest';
import { listen } from '../../support/loopback';
import { serve } from '../../support/serve';
import { receiverOfThisTest } from './set-up-delivery';

const envelope = Buffer.concat([Buffer.from('{}\n{"type":"attachment"}\n'), Buffer.from([0, 0x0d, 0x0a, 0xff])]);
const relay = createRelay({ timeoutMs: 5_000 });

let receiver: FakeIngest;
let url: string;
beforeEach(async () => {
  receiver = await receiverOfThisTest();
  url = parseDsn(receiver.dsn).envelopeUrl;
});

test('a request posts the very bytes to the path and query of the DSN, with no header but these', async () => {
  expect(await relay(url, [envelope])).toEqual({ state: 'sent' });
  const path = '/prefix/api/42/envelope/?sentry_version=7&sentry_key=publickey';
  expect(receiver.arrivals).toEqual([expect.objectContaining({ path, bytes: envelope })]);
  expect(receiver.arrivals[0]?.headers).toEqual({
    host: new URL(receiver.url).host,
    connection: 'keep-alive',
    'user-agent': 'candor',
    'content-type': 'application/x-sentry-envelope',
    'content-length': String(envelope.length),
  });
});

test('brings the rate limits of a response in any number of headers', async () => {
  receiver.answer((response) => {
    response.setHeader('X-Sentry-Rate-Limits', ['5:error:organization', '90::key']);
    response.end('{}');
  });
  expect(await relay(url, [envelope])).toEqual({ state: 'sent', limits: { error: 5, all: 90 } });
});

test('a response that redirects is a failure, and is not followed', async () => {
  const elsewhere = await receiverOfThisTest();
  receiver.answer(respondWith(307, '', { Location: parseDsn(elsewhere.dsn).envelopeUrl }));
  expect(await relay(url, [envelope])).toMatchObject({ state: 'retry', status: 307 });
  expect(elsewhere.arrivals).toEqual([]);
});

test('does not use a connection again on which something came that was not asked for', async () => {
  const sockets: Socket[] = [];
  const { url } = await serve((response) => {
    sockets.push(response.req.socket);
    response.end('{}');
  });
  expect(await relay(url, [envelope])).toEqual({ state: 'sent' });
  const [first] = sockets;
  const closed = new Promise((resolve) => first?.once('close', resolve));
  first?.write('HTTP/1.1 403 Forbidden\r\nContent-Length: 2\r\n\r\n{}');
  await closed;
  expect(await relay(url, [envelope])).toEqual({ state: 'sent' });
  expect(new Set(sockets).size).toBe(2);
});

test.each([
  [200, { state: 'retry', status: 200, reason: 'the service responded before it had the envelope' }],
  [413, { state: 'dropped', status: 413, reason: 'the service responded with 413' }],
])('a %i before the envelope is read is believed only when it says no, and closes the connection', async (...row) => {
  const [status, outcome] = row;
  let closed: Promise<unknown> = Promise.resolve();
  const server = createServer((request, response) => {
    closed = new Promise((resolve) => request.socket.once('close', resolve));
    response.writeHead(status, { 'Content-Length': 2 }).end('{}');
  });
  const { url } = await listen(server);
  onTestFinished(() => void server.close());
  expect(await relay(url, [Buffer.alloc(8 * 1024 * 1024)])).toEqual(outcome);
  await closed;
});

const late = { state: 'retry', reason: 'the service did not respond within 0.2 s' };
const unreachable = { state: 'retry', reason: 'the service cannot be reached' };
const speakHttp = (socket: Socket) => void socket.write('HTTP/1.1 400 Bad\r\n\r\n');

test.each<[string, (socket: Socket) => void, number, object]>([
  ['never speaks', () => {}, 200, late],
  ['speaks plain HTTP', speakHttp, 30_000, unreachable],
])('a service has to be retried whose side of a TLS handshake %s', async (_, act, timeoutMs, outcome) => {
  const server = createTcpServer((socket) => void socket.on('error', () => {}).once('data', () => act(socket)));
  const { port } = await listen(server);
  onTestFinished(() => void server.close());
  expect(await createRelay({ timeoutMs })(`https://127.0.0.1:${port}/`, [envelope])).toMatchObject(outcome);
});

test('a service has to be retried whose name lookup hangs', async () => {
  vi.spyOn(dns, 'lookup').mockImplementation((() => {}) as unknown as typeof dns.lookup);
  expect(await createRelay({ timeoutMs: 200 })('http://service.invalid/', [envelope])).toEqual(late);
});

test('a service has to be retried at whose port nothing listens', async () => {
  await receiver.close();
  expect(await relay(url, [envelope])).toEqual({ ...unreachable, detail: 'ECONNREFUSED' });
});

test.each([1, 2])('a service gets the envelope though it closes %i kept connections in that moment', async (kept) => {
  // Responds to the first request of each connection, all of them together, and hangs up at the second.
  const served = new Set<Socket>();
  const responses: (() => void)[] = [];
  let closed = 0;
  const { url } = await serve((response) => {
    const { socket } = response.req;
    if (served.has(socket)) {
      closed += 1;
      socket.destroy();
      return;
    }
    served.add(socket);
    responses.push(() => response.end('{}'));
    if (served.size >= kept) for (const respond of responses.splice(0)) respond();
  });
  await Promise.all(Array.from({ length: kept }, () => relay(url, [envelope])));
  expect(await relay(url, [envelope])).toEqual({ state: 'sent' });
  expect(closed).toBeGreaterThan(0);
});
