import { connect } from 'node:net';

/** All that comes back on a connection for these very bytes, until the server ends it, both as Latin-1. */
export function exchange(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect({ host: hostname, port: Number(port) }, () => socket.write(bytes, 'latin1'));
    socket.setEncoding('latin1').on('data', (part: string) => (received += part));
    socket.setTimeout(10_000, () => socket.destroy(new Error('The server kept the connection open.')));
    socket.on('close', () => resolve(received)).on('error', reject);
  });
}
