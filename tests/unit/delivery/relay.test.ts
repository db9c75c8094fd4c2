import dns from 'node:dns';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { parseDsn } from '../../../candor/delivery/dsn';
import { createRelay } from '../../../candor/delivery/relay';
import { hang, respondWith, startFakeIngest, type FakeIngest } from '../../support/fake-ingest';

const envelope = Buffer.concat([Buffer.from('{}\n{"type":"attachment"}\n'), Buffer.from([0, 0x0d, 0x0a, 0xff])]);
const relay = createRelay({ timeoutMs: 5_000 });

let receiver: FakeIngest;
let url: string;
beforeEach(async () => {
  receiver = await startFakeIngest();
  url = parseDsn(receiver.dsn).envelopeUrl;
});
afterEach(() => receiver.close());

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

describe('a request', () => {
  test('posts the very bytes to the path and query of the DSN', async () => {
    expect(await relay(url, envelope)).toEqual({ state: 'sent' });
    expect(receiver.arrivals).toHaveLength(1);
    expect(receiver.arrivals[0]?.path).toBe('/prefix/api/42/envelope/?sentry_version=7&sentry_key=publickey');
    expect(receiver.arrivals[0]?.bytes.equals(envelope)).toBe(true);
  });

  test('sends no header but these', async () => {
    await relay(url, envelope);
    expect(receiver.arrivals[0]?.headers).toEqual({
      host: new URL(receiver.url).host,
      connection: 'keep-alive',
      'user-agent': 'candor',
      'content-type': 'application/x-sentry-envelope',
      'content-length': String(envelope.length),
    });
  });
});

describe('a response of the service', () => {
  test('drops what the service will never accept, with its text', async () => {
    receiver.answer(respondWith(403, { detail: 'event submission rejected with_reason: ProjectId' }));
    expect(await relay(url, envelope)).toEqual({
      state: 'dropped',
      status: 403,
      reason: 'the service responded with 403',
      detail: 'event submission rejected with_reason: ProjectId',
    });
  });

  test('counts by its status when the body is not JSON', async () => {
    receiver.answer(respondWith(413, '<html>Request Entity Too Large</html>'));
    expect(await relay(url, envelope)).toEqual({
      state: 'dropped',
      status: 413,
      reason: 'the service responded with 413',
    });
  });

  test('passes on how long the service wants to be left alone', async () => {
    receiver.answer(respondWith(429, {}, { 'Retry-After': '17' }));
    expect(await relay(url, envelope)).toMatchObject({ state: 'retry', status: 429, limits: { all: 17 } });
  });

  test('brings its rate limits, in any number of headers, whatever its status', async () => {
    receiver.answer((response) => {
      response.setHeader('X-Sentry-Rate-Limits', ['5:error:organization', '90::key']);
      response.end('{}');
    });
    expect(await relay(url, envelope)).toEqual({ state: 'sent', limits: { error: 5, all: 90 } });
  });

  test('counts a Retry-After that is a date from the Date of the response', async () => {
    const headers = { Date: 'Sat, 21 Nov 2026 11:58:30 GMT', 'Retry-After': 'Sat, 21 Nov 2026 12:00:00 GMT' };
    receiver.answer(respondWith(503, {}, headers));
    expect(await relay(url, envelope)).toMatchObject({ state: 'retry', limits: { all: 90 } });
  });

  test.each([301, 307, 308])('that redirects with a %i is a failure, and is not followed', async (status) => {
    const elsewhere = await startFakeIngest();
    onTestFinished(() => elsewhere.close());
    receiver.answer(respondWith(status, '', { Location: parseDsn(elsewhere.dsn).envelopeUrl }));
    expect(await relay(url, envelope)).toMatchObject({ state: 'retry', status });
    expect(elsewhere.arrivals).toEqual([]);
  });

  test('does not wait for the end of a body that has none', async () => {
    receiver.answer((response) => {
      response.writeHead(200);
      const fill = (): void => {
        while (!response.destroyed && response.write('x'.repeat(1024)));
      };
      response.on('drain', fill);
      fill();
    });
    expect(await relay(url, envelope)).toEqual({ state: 'sent' });
  });
});

test('does not use a connection again on which something came that was not asked for', async () => {
  const sockets: Socket[] = [];
  const url = await serve((request, response) => {
    sockets.push(request.socket);
    response.end('{}');
  });
  expect(await relay(url, envelope)).toEqual({ state: 'sent' });
  const [first] = sockets;
  const closed = new Promise((resolve) => first?.once('close', resolve));
  first?.write('HTTP/1.1 403 Forbidden\r\nContent-Length: 2\r\n\r\n{}');
  await closed;
  expect(await relay(url, envelope)).toEqual({ state: 'sent' });
  expect(new Set(sockets).size).toBe(2);
});

describe('a service that responds before it has read the envelope', () => {
  const large = Buffer.alloc(8 * 1024 * 1024);

  test.each([
    [200, { state: 'retry', status: 200, reason: 'the service responded before it had the envelope' }],
    [413, { state: 'dropped', status: 413, reason: 'the service responded with 413' }],
    [503, { state: 'retry', status: 503, reason: 'the service responded with 503' }],
  ])('with %i is believed only when it says no, and its connection is closed', async (status, outcome) => {
    let closed: Promise<unknown> = Promise.resolve();
    const url = await serve((request, response) => {
      closed = new Promise((resolve) => request.socket.once('close', resolve));
      response.writeHead(status, { 'Content-Length': 2 }).end('{}');
    });
    expect(await relay(url, large)).toEqual(outcome);
    await closed;
  });
});

describe('a service that does not respond', () => {
  test('has to be retried when its name lookup hangs', async () => {
    vi.spyOn(dns, 'lookup').mockImplementation((() => {}) as unknown as typeof dns.lookup);
    expect(await createRelay({ timeoutMs: 50 })('http://service.invalid/', envelope)).toMatchObject({
      state: 'retry',
      reason: 'the service did not respond within 0.05 s',
    });
  });

  test.each<[string, (socket: Socket) => void, string]>([
    ['never speaks', () => {}, 'the service did not respond within 0.2 s'],
    ['speaks plain HTTP', (socket) => void socket.write('HTTP/1.1 400 Bad\r\n\r\n'), 'the service cannot be reached'],
    ['hangs up', (socket) => void socket.end(), 'the service cannot be reached'],
  ])('has to be retried when the peer of a TLS handshake %s', async (_, act, reason) => {
    const server = createTcpServer((socket) => void socket.on('error', () => {}).once('data', () => act(socket)));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const secure = `https://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    expect(await createRelay({ timeoutMs: 200 })(secure, envelope)).toMatchObject({ state: 'retry', reason });
  });

  test('has to be retried after the time limit', async () => {
    receiver.answer(hang);
    expect(await createRelay({ timeoutMs: 50 })(url, envelope)).toEqual({
      state: 'retry',
      reason: 'the service did not respond within 0.05 s',
    });
  });

  test('has to be retried when a response does not end within the time limit', async () => {
    receiver.answer((response) => void response.writeHead(200).write('{'));
    expect(await createRelay({ timeoutMs: 50 })(url, envelope)).toMatchObject({
      state: 'retry',
      reason: 'the service did not respond within 0.05 s',
    });
  });

  test('has to be retried when nothing listens', async () => {
    const gone = await startFakeIngest();
    await gone.close();
    expect(await relay(parseDsn(gone.dsn).envelopeUrl, envelope)).toEqual({
      state: 'retry',
      reason: 'the service cannot be reached',
      detail: 'ECONNREFUSED',
    });
  });

  test('has to be retried when it hangs up on a new connection, which is tried once', async () => {
    let requests = 0;
    const url = await serve((request) => {
      requests += 1;
      request.socket.destroy();
    });
    expect(await relay(url, envelope)).toMatchObject({ state: 'retry', detail: 'ECONNRESET' });
    expect(requests).toBe(1);
  });

  test.each([1, 2])('gets the envelope though it closes %i kept connections in that moment', async (connections) => {
    // Responds to the first request of each connection, all of them together, and hangs up at the second.
    const served = new Set<Socket>();
    const responses: (() => void)[] = [];
    let closed = 0;
    const url = await serve((request, response) => {
      if (served.has(request.socket)) {
        closed += 1;
        request.socket.destroy();
        return;
      }
      served.add(request.socket);
      responses.push(() => response.end('{}'));
      if (served.size >= connections) for (const respond of responses.splice(0)) respond();
    });
    await Promise.all(Array.from({ length: connections }, () => relay(url, envelope)));

    expect(await relay(url, envelope)).toEqual({ state: 'sent' });
    expect(closed).toBeGreaterThan(0);
  });
});
