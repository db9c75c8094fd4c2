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
  const restore = replaceClose(
    (close) =>
      function (callback) {
        held.push(() => close.call(this, callback));
        return this;
      },
  );
  return () => {
    restore();
    for (const closeServer of held) closeServer();
  };
}

/** Calls back for a server that is closed from now on only when the work is done, too. */
export function delayClosed(work: Promise<unknown>): void {
  replaceClose(
    (close) =>
      function (callback) {
        return close.call(this, (error) => void work.finally(() => callback?.(error)));
      },
  );
}

/** @returns a function that restores the method */
function replaceClose(replacing: (close: Close) => Close): () => void {
  const { close } = Server.prototype;
  const set = (method: Close) => own.install(() => void (Server.prototype.close = method));
  set(replacing(close));
  return () => set(close);
}
