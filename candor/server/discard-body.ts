import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** `lingerMs`: the time that a client past the limits has to read the response. */
export type DiscardLimits = { bytes: number; timeoutMs: number; lingerMs: number };

/**
 * Discards the remaining body of a request whose response was sent, so that the next request on the connection is read.
 * Past the limits the connection is closed: first our side, so that the client can read the whole response.
 * @param whenDiscarded is called when the whole body has arrived
 */
export function discardRemainingBody(
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

  // Node's parser hands the body to this method, and stops reading when it returns false. A handler that stopped reading
  // may have destroyed the stream, which then cannot be resumed.
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
  if (request.readableFlowing === null) request.resume(); // Otherwise Node reads the body itself, without a limit.
  socket.resume();
}
