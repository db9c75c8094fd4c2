import { connect } from 'node:net';

/** Sends these bytes to a server and gives back all that comes until it closes the connection, both as Latin-1. */
export function sendBytes(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes, 'latin1'));
    socket.setEncoding('latin1').on('data', (part: string) => (received += part));
    socket.setTimeout(10_000, () => socket.destroy(new Error('The server kept the connection open.')));
    socket.on('close', () => resolve(received)).on('error', reject);
  });
}
