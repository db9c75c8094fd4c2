import type { Socket } from 'node:net';
import { patch } from '../patch.js';

const own = patch('socket-end');

/** Has `close` take the place of the destruction of this socket, which Node begins after the last response of a connection. */
export function replaceDestruction(socket: Socket, close: (socket: Socket) => void): void {
  own.install(() => {
    socket.destroySoon = () => {
      own.seen();
      close(socket);
    };
  });
}
