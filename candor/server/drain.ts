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

/**
 * Whether the server still wants new requests. It responds to all that come, but from the first SIGTERM on, for as long as
 * `DRAIN_SECONDS`, it answers those that ask that it would rather have none.
 */
export function createReadiness() {
  let isReady = true;
  return {
    isReady: () => isReady,
    end() {
      isReady = false;
    },
  };
}
