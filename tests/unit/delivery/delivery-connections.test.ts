import type { Socket } from 'node:net';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createRelay } from '../../../candor/delivery/relay';
import { startRawService, type Treatment } from '../../support/raw-service';
import { waitUntil } from '../../support/wait-until';
import { fakeTimeInEachTest, inTime } from './fake-time';
import { envelopeOf, idOf, leaveBehind, setUpDelivery, tempFolder } from './set-up-delivery';

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
const chunked = `${head}Transfer-Encoding: chunked\r\nTrailer: X-Sum\r\n\r\n2\r\n{}\r\n0\r\n`;
const whole = `${head}Content-Length: 2\r\n\r\n{}`;

/** The relay takes these for failures. The connection is not used again. */
const failures: Record<string, Treatment['act']> = {
  'switches protocols': say(
    'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n\x81\x00',
  ),
  'switches protocols without saying to which': say('HTTP/1.1 101 Switching Protocols\r\n\r\n'),
  'says 100, and no more': say('HTTP/1.1 100 Continue\r\n\r\n'),
  'says 100, and closes': sayAndEnd('HTTP/1.1 100 Continue\r\n\r\n'),
  'says 102 without end': sayForEver('', 'HTTP/1.1 102 Processing\r\n\r\n'),
  'says nothing': () => {},
  'closes without a response': (socket) => void socket.end(),
  'resets without a response': (socket) => void socket.resetAndDestroy(),
  'closes halfway through the head': sayAndEnd('HTTP/1.1 200 OK\r\nContent-Le'),
  'resets halfway through the head': sayAndReset('HTTP/1.1 200 OK\r\nContent-Le'),
  'closes halfway through the body': sayAndEnd(`${head}Content-Length: 100\r\n\r\n{`),
  'resets halfway through the body': sayAndReset(`${head}Content-Length: 100\r\n\r\n{`),
  'stops halfway through the body': say(`${head}Content-Length: 100\r\n\r\n{`),
  'closes halfway through a chunk': sayAndEnd(`${head}Transfer-Encoding: chunked\r\n\r\n5\r\nab`),
  'closes halfway through the trailers': sayAndEnd(`${chunked}X-Sum: `),
  'has a Content-Length that is not a number': say(`${head}Content-Length: two\r\n\r\n{}`),
  'has a Content-Length below nothing': say(`${head}Content-Length: -2\r\n\r\n{}`),
  'has two Content-Lengths': say(`${head}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`),
  'has a Content-Length that is too short': say(`${head}Content-Length: 1\r\n\r\n{"id":"a"}`),
  'has a body after a 204': say('HTTP/1.1 204 No Content\r\n\r\n{"id":"a"}'),
  'has a head without end': sayForEver(head, 'X-Padding: 0123456789\r\n'),
  'has a status of two digits': say('HTTP/1.1 20 OK\r\nContent-Length: 0\r\n\r\n'),
  'has a status past all': say('HTTP/1.1 999 Odd\r\nContent-Length: 0\r\n\r\n'),
  'speaks SSH': say('SSH-2.0-OpenSSH_9.2\r\n'),
  'speaks TLS': say(Buffer.from([0x15, 0x03, 0x01, 0x00, 0x02, 0x02, 0x46])),
  'has an HTTP/1.0 body without length that it does not end': say('HTTP/1.0 200 OK\r\n\r\n{}'),
};

/** The relay takes these for whole responses, on a connection that is in order. */
const regular: Record<string, Treatment['act']> = {
  'says 100 and 103 before it': say(
    `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n${whole}`,
  ),
  'offers another protocol': say(`${head}Connection: upgrade\r\nUpgrade: h2c\r\nContent-Length: 2\r\n\r\n{}`),
  'ends it with trailers': say(`${chunked}X-Sum: 1\r\n\r\n`),
};

/** The same, on a connection that is not used again. */
const irregular: Record<string, Treatment['act']> = {
  'ends it by closing, in HTTP/1.0': sayAndEnd('HTTP/1.0 200 OK\r\n\r\n{}'),
  'has a body without end': sayForEver(`${head}Transfer-Encoding: chunked\r\n\r\n`, `400\r\n${'x'.repeat(1024)}\r\n`),
  'says it twice': say(whole + whole),
};

async function setUp(treatments: Treatment[], ids: string[]) {
  const service = await startRawService(treatments);
  onTestFinished(() => service.close());
  const folder = await tempFolder();
  for (const id of ids) {
    await leaveBehind(folder, envelopeOf(id));
    vi.setSystemTime(Date.now() + 1);
  }
  const { delivery } = await setUpDelivery({
    folder,
    dsn: service.dsn,
    relay: createRelay({ timeoutMs: 1_000 }), // Of a clock that is not faked.
  });
  await delivery.start();
  await inTime('all to be sent', () => delivery.report().sent === ids.length, 15_000);
  return { service, delivery };
}

const idsOf = (arrivals: { eventId: string }[]) => arrivals.map(({ eventId }) => eventId);

describe('a service that at first', () => {
  // Four are sent at once, so the other two have not been tried when the service is well again.
  test.each(Object.entries(failures))(
    '%s gets each envelope once later, the oldest untried one first',
    async (_, act) => {
      const ids = [1, 2, 3, 4, 5, 6].map(idOf);
      const { service, delivery } = await setUp(Array(4).fill({ takes: false, act }), ids);
      await delivery.stop();
      expect(service.accepted[0]?.eventId).toBe(idOf(5));
      expect(idsOf(service.accepted).toSorted()).toEqual(ids);
      expect(service.arrivals).toHaveLength(10);
      expect(delivery.report()).toMatchObject({ sent: 6, queued: 0, dropped: {} });

      const failed = service.arrivals.slice(0, 4).map(({ connection }) => connection);
      expect(service.accepted.filter(({ connection }) => failed.includes(connection))).toEqual([]);
      await waitUntil('those connections to be closed', () =>
        failed.every((connection) => service.sockets[connection]?.destroyed),
      );
    },
  );
});

describe('a service whose response', () => {
  test.each(Object.entries({ ...regular, ...irregular }))('%s has each envelope once', async (name, act) => {
    const ids = [1, 2, 3].map(idOf);
    const { service, delivery } = await setUp([{ takes: true, act }], ids);
    await delivery.stop();
    expect(idsOf(service.accepted).toSorted()).toEqual(ids);
    expect(service.arrivals).toHaveLength(3);
    expect(delivery.report()).toMatchObject({ sent: 3, queued: 0, dropped: {} });

    if (name in regular) return;
    const { connection } = service.arrivals[0] ?? {};
    expect(service.arrivals.filter((arrival) => arrival.connection === connection)).toHaveLength(1);
  });
});

test('a service that does all of this in turn gets every envelope once', { timeout: 20_000 }, async () => {
  const treatments = [
    ...Object.values(failures).map((act) => ({ takes: false, act })),
    ...Object.values({ ...regular, ...irregular }).map((act) => ({ takes: true, act })),
  ];
  const ids = [1, 2, 3, 4, 5, 6, 7, 8, 9].map(idOf);
  const { service, delivery } = await setUp(treatments, ids);
  await delivery.stop();
  expect(idsOf(service.accepted).toSorted()).toEqual(ids);
  expect(delivery.report()).toMatchObject({ sent: 9, queued: 0, dropped: {} });
});
