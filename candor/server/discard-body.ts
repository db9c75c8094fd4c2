import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** `lingerMs`: how long a client that is past the limits then has to read the response. */
export type DiscardLimits = { bytes: number; timeoutMs: number; lingerMs: number };

/**
 * Discards what is left of the body of a request that was responded to, so that the next request on the connection is read.
 * Past the limits the connection is closed: first our side of it, so that the client reads to the end of the response.
 * @param whenDiscarded is called when all of it has come
 */
export function discardRest(
  request: IncomingMessage,
  socket: Socket,
  limits: DiscardLimits,
  whenDiscarded: () => void,
): void {
  let left = limits.bytes;
  let isLingering = false;
  let timer = setTimeout(linger, limits.timeoutMs);
  const stop = () => clearTimeout(timer);
  socket.once('close', stop);

  function linger() {
    if (isLingering) return;
    isLingering = true;
    socket.end();
    stop();
    timer = setTimeout(() => socket.destroy(), limits.lingerMs);
  }

  // Node's parser hands the body over by this, and stops reading when it returns false. A handler that
  // stops reading may have destroyed the stream, which cannot be resumed then.
  request.push = (chunk: Uint8Array | null) => {
    if (chunk === null) {
      stop();
      socket.off('close', stop);
      whenDiscarded();
      return true;
    }
    left -= chunk.byteLength;
    if (left < 0) linger();
    return true;
  };
  if (request.readableFlowing === null) request.resume(); // Or Node takes it on itself, without a limit.
  socket.resume();
}
