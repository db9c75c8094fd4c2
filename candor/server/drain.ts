import { Server } from 'node:http';

/**
 * Keeps this process's HTTP servers listening when they are closed, as Next closes its own at SIGTERM.
 *
 * Patches `close` of `http.Server.prototype`, until the returned function is called; that closes them.
 */
export function holdServersOpen(): () => void {
  const { close } = Server.prototype;
  const held: (() => void)[] = [];
  Server.prototype.close = function (this: Server, callback) {
    held.push(() => close.call(this, callback));
    return this;
  };
  return () => {
    Server.prototype.close = close;
    for (const closeServer of held) closeServer();
  };
}
