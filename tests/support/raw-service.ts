import { createServer, type Socket } from 'node:net';
import { listen } from './loopback';

/** An envelope that arrived whole, and the number of the connection that it came on. */
type Arrival = { eventId: string; connection: number };

/** How the service treats one request that has arrived whole. `takes`: it has accepted the envelope, whatever it says. */
export type Treatment = { takes: boolean; act: (socket: Socket) => void };

const accept: Treatment = {
  takes: true,
  act: (socket) => void socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}'),
};

/**
 * A reporting service below HTTP, which writes its responses out byte by byte. It treats each request by the next of
 * `treatments`, and accepts what comes after them.
 */
export async function startRawService(treatments: readonly Treatment[]) {
  const arrivals: Arrival[] = [];
  const accepted: Arrival[] = [];
  const sockets: Socket[] = [];

  const server = createServer((socket) => {
    const connection = sockets.push(socket) - 1;
    let received = Buffer.alloc(0);
    socket.on('error', () => {}); // However the other side ends it is right here.
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      const request = readRequest(received);
      if (request === undefined) return;
      received = Buffer.alloc(0);
      const arrival = { eventId: request.eventId, connection };
      const { takes, act } = treatments[arrivals.push(arrival) - 1] ?? accept;
      if (takes) accepted.push(arrival);
      act(socket);
    });
  });
  const { port } = await listen(server);

  return {
    dsn: `http://publickey@127.0.0.1:${port}/42`,
    arrivals,
    accepted,
    sockets,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** `undefined`: it is not whole yet. */
function readRequest(bytes: Buffer): { eventId: string } | undefined {
  const [head = '', body] = bytes.toString('latin1').split(/\r\n\r\n([^]*)/);
  const length = Number(/^content-length: (\d+)$/im.exec(head)?.[1]);
  if (body === undefined || body.length < length) return undefined;
  const header = JSON.parse(body.split('\n')[0] ?? '') as { event_id: string };
  return { eventId: header.event_id };
}
