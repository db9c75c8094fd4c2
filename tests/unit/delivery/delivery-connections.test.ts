import type { Socket } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createRelay } from '../../../candor/src/delivery/relay';
import { startRawService, type Treatment } from '../../support/raw-service';
import { waitUntil } from '../../support/wait-until';
import { fakeTimeInEachTest, idOf, setUpDelivery, startUntilSent } from './set-up-delivery';

fakeTimeInEachTest();

const say = (text: string | Buffer) => (socket: Socket) => void socket.write(text);
const sayAndEnd = (text: string) => (socket: Socket) => void socket.end(text);
const sayAndReset = (text: string) => (socket: Socket) => void socket.write(text, () => socket.resetAndDestroy());

const sayForEver = (text: string, more: string) => (socket: Socket) => {
  const sayMore = () => {
    if (socket.destroyed) return;
    socket.write(more);
    setImmediate(sayMore); // The other side is in this process, and wants its turn.
  };
  socket.write(text);
  sayMore();
};

const head = 'HTTP/1.1 200 OK\r\n';
const switching = 'HTTP/1.1 101 Switching Protocols\r\n';
const chunked = `${head}Transfer-Encoding: chunked\r\nTrailer: X-Sum\r\n\r\n2\r\n{}\r\n0\r\n`;
const whole = `${head}Content-Length: 2\r\n\r\n{}`;

/** The relay takes these for failures. The connection is not used again. */
const failures: Record<string, Treatment['act']> = {
  'switches protocols': say(`${switching}Connection: upgrade\r\nUpgrade: websocket\r\n\r\n\x81\x00`),
  'switches protocols without saying to which': say(`${switching}\r\n`),
  'says 102 without end': sayForEver('', 'HTTP/1.1 102 Processing\r\n\r\n'),
  'says nothing': () => {},
  'resets without a response': (socket) => void socket.resetAndDestroy(),
  'resets halfway through the head': sayAndReset('HTTP/1.1 200 OK\r\nContent-Le'),
  'closes halfway through the body': sayAndEnd(`${head}Content-Length: 100\r\n\r\n{`),
  'stops halfway through the body': say(`${head}Content-Length: 100\r\n\r\n{`),
  'closes halfway through the trailers': sayAndEnd(`${chunked}X-Sum: `),
  'has a Content-Length that is not a number': say(`${head}Content-Length: two\r\n\r\n{}`),
  'has a Content-Length that is too short': say(`${head}Content-Length: 1\r\n\r\n{"id":"a"}`),
  'has a body after a 204': say('HTTP/1.1 204 No Content\r\n\r\n{"id":"a"}'),
  'has a head without end': sayForEver(head, 'X-Padding: 0123456789\r\n'),
  'has a status past all': say('HTTP/1.1 999 Odd\r\nContent-Length: 0\r\n\r\n'),
  'speaks TLS': say(Buffer.from([0x15, 0x03, 0x01, 0x00, 0x02, 0x02, 0x46])),
};

/** The relay takes these for whole responses, on a connection that is in order. */
const regular: Record<string, Treatment['act']> = {
  'says 100 and 103 before it': say(`HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\n\r\n${whole}`),
  'offers another protocol': say(`${head}Connection: upgrade\r\nUpgrade: h2c\r\nContent-Length: 2\r\n\r\n{}`),
  'ends it with trailers': say(`${chunked}X-Sum: 1\r\n\r\n`),
};

/** The same, on a connection that is not used again. */
const irregular: Record<string, Treatment['act']> = {
  'ends it by closing, in HTTP/1.0': sayAndEnd('HTTP/1.0 200 OK\r\n\r\n{}'),
  'has a body without end': sayForEver(`${head}Transfer-Encoding: chunked\r\n\r\n`, `400\r\n${'x'.repeat(1024)}\r\n`),
  'says it twice': say(whole + whole),
};

/** Sends as many envelopes to a service that treats its first requests like this, and stops. */
async function sendAll(count: number, treatments: Treatment[]) {
  const service = await startRawService(treatments);
  onTestFinished(() => service.close());
  const relay = createRelay({ timeoutMs: 1_000 }); // Of a clock that is not faked.
  const { delivery, leave } = await setUpDelivery({ dsn: service.dsn, relay });
  const digits = Array.from({ length: count }, (_, index) => index + 1);
  for (const digit of digits) {
    await leave(digit);
    vi.setSystemTime(Date.now() + 1);
  }
  await startUntilSent(delivery, count, 15_000);
  await delivery.stop();
  expect(service.accepted.map(({ eventId }) => eventId).toSorted()).toEqual(digits.map(idOf));
  expect(delivery.stats()).toMatchObject({ sent: count, queued: 0, dropped: {} });
  return service;
}

// Four are sent at once, so the other two have not been tried when the service is well again.
test.each(Object.entries(failures))(
  'a service that at first %s gets each envelope once later, the oldest untried one first',
  async (_, act) => {
    const service = await sendAll(6, Array(4).fill({ takes: false, act }));
    expect(service.accepted[0]?.eventId).toBe(idOf(5));
    expect(service.arrivals).toHaveLength(10);

    const failed = service.arrivals.slice(0, 4).map(({ connection }) => connection);
    expect(service.accepted.filter(({ connection }) => failed.includes(connection))).toEqual([]);
    await waitUntil('those connections to be closed', () =>
      failed.every((connection) => service.sockets[connection]?.destroyed),
    );
  },
);

const responses = Object.entries({ ...regular, ...irregular });
test.each(responses)('a service whose response %s has each envelope once', async (name, act) => {
  const { arrivals } = await sendAll(3, [{ takes: true, act }]);
  expect(arrivals).toHaveLength(3);
  if (name in regular) return;
  expect(arrivals.filter(({ connection }) => connection === arrivals[0]?.connection)).toHaveLength(1);
});
