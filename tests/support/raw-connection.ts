import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { waitUntil } from './wait-until';

/** A connection on which a test writes what it likes, for as long as it likes, and sees how it ends. */
export async function openRaw(url: string) {
  const { hostname, port } = new URL(url);
  const socket = connect({
    host: hostname === 'localhost' ? '127.0.0.1' : hostname,
    port: Number(port),
    allowHalfOpen: true,
  });
  await once(socket, 'connect');
  let text = '';
  let end: 'closed' | 'reset' | undefined;
  socket.setEncoding('latin1').on('data', (part: string) => (text += part));
  socket.once('end', () => (end ??= 'closed'));
  socket.on('error', () => (end ??= 'reset'));
  const heads = () => [...text.matchAll(/HTTP\/1\.1 (?!100)(\d+)[^]*?\r\n\r\n/g)];

  return {
    write: (data: string | Uint8Array) => socket.write(data),
    /** The status and the head of the response with this number, from 0; `undefined`: the connection ended without it. */
    response: (number: number) =>
      waitUntil(`response ${number}, or the end`, () => {
        const [head, status] = heads()[number] ?? [];
        if (head !== undefined) return { status: Number(status), head };
        return end && { status: undefined, head: end };
      }),
    end: () => waitUntil('the end of the connection', () => end),
    text: () => text,
    isOpen: () => end === undefined,
    destroy: () => socket.destroy(),
    socket: socket as Socket,
  };
}

export type RawConnection = Awaited<ReturnType<typeof openRaw>>;

/** All that comes back on a connection for these very bytes, until the server ends it, both as Latin-1. */
export async function exchange(url: string, bytes: string): Promise<string> {
  const connection = await openRaw(url);
  connection.write(Buffer.from(bytes, 'latin1'));
  await connection.end();
  connection.destroy();
  return connection.text();
}
