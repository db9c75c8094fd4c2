import { once } from 'node:events';
import { connect } from 'node:net';

/** All that comes back on a connection for these very bytes, until the server ends it. */
export async function exchange(url: string, text: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  let response = '';
  socket.setEncoding('utf8').on('data', (part: string) => (response += part));
  socket.write(text);
  await once(socket, 'end');
  socket.destroy();
  return response;
}
