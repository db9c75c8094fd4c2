import { Server } from 'node:http';
import { patch } from '../patch.js';

const own = patch('server-close');

type Close = (this: Server, callback?: (error?: Error) => void) => Server;

/** Finds out at the start whether the method can be replaced at the end. */
export function checkClose(): void {
  own.install(() => {
    const { close } = Server.prototype;
    Server.prototype.close = close; // Throws where it is read-only.
    own.seen();
  });
}

/** Keeps HTTP servers listening when they are closed, as Next closes its own at SIGTERM. @returns a function that closes them */
export function holdServersOpen(): () => void {
  const held: (() => void)[] = [];
  const { close } = Server.prototype;
  const replaceClose = (method: Close) => own.install(() => void (Server.prototype.close = method));
  replaceClose(function (callback) {
    held.push(() => close.call(this, callback));
    return this;
  });
  return () => {
    replaceClose(close);
    for (const closeServer of held) closeServer();
  };
}
