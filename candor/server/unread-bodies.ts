import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { discardRest, type DiscardLimits } from './discard-body';

type Exchange = { request: IncomingMessage; response: ServerResponse; socket: Socket };

// docs/nginx.conf lets 3 MiB through.
const limits: DiscardLimits = { bytes: 4 * 1024 * 1024, timeoutMs: 5_000, lingerMs: 1_000 };
const lookMs = 250;

/**
 * Sees to requests of this process whose response has been sent and whose body has not been read: Node reads no further
 * where somebody has begun to, so that the next request on the connection would wait for ever. What is left is discarded,
 * up to a limit, and past that the connection is closed.
 * @see https://www.rfc-editor.org/rfc/rfc9112#section-9.6 for closing without the client losing the response
 */
export function watchUnreadBodies(): void {
  // Node tells of every request before Next has it, and of every response when it was handed to the system:
  // https://nodejs.org/api/diagnostics_channel.html#http
  subscribe('http.server.request.start', (message) => {
    const exchange = message as Exchange;
    const length = Number(exchange.request.headers['content-length'] ?? 0);
    if (length > limits.bytes) closeUnlessRead(exchange, length);
  });
  subscribe('http.server.response.finish', (message) => {
    const { request, socket } = message as Exchange;
    if (!request.complete && !socket.destroyed) finishReading(request, socket);
  });
}

/** Says that the connection will be closed where that is known as the response begins: too much is yet to come. */
function closeUnlessRead({ request, response, socket }: Exchange, length: number): void {
  const before = socket.bytesRead;
  const writeHead = response.writeHead.bind(response) as (...head: unknown[]) => ServerResponse;
  response.writeHead = (...head: unknown[]) => {
    const left = length - (socket.bytesRead - before);
    if (!request.complete && left > limits.bytes) response.setHeader('Connection', 'close');
    return writeHead(...head);
  };
}

/**
 * Has the connection outlive the response until the body was read. Where Node is to close it, which it does next, only our
 * side is closed: a client that is still sending would otherwise be reset, and may lose the response.
 */
function finishReading(request: IncomingMessage, socket: Socket): void {
  socket.destroySoon = () => void socket.end();
  const release = () => {
    Reflect.deleteProperty(socket, 'destroySoon'); // Its own again.
    if (socket.writableEnded) socket.destroySoon();
  };
  if (isAbandoned(request)) discardRest(request, socket, limits, release);
  else waitForReader(request, socket, release);
}

/** A handler may go on reading after its response: it is let, for as long as it takes what arrives. */
function waitForReader(request: IncomingMessage, socket: Socket, release: () => void): void {
  const until = performance.now() + limits.timeoutMs;
  let taken = bytesTaken(request, socket);
  const timer = setInterval(() => {
    if (request.complete) release();
    else if (socket.writableEnded && performance.now() > until) socket.destroy();
    else if (isAbandoned(request) || isLeft()) discardRest(request, socket, limits, release);
    else if (!socket.destroyed) return;
    clearInterval(timer);
  }, lookMs);

  function isLeft() {
    const before = taken;
    taken = bytesTaken(request, socket);
    return request.readableLength > 0 && taken === before;
  }
}

/** No handler has begun to read it, or the one that did has given up. */
function isAbandoned(request: IncomingMessage): boolean {
  return request.readableFlowing === null || request.destroyed;
}

function bytesTaken(request: IncomingMessage, socket: Socket): number {
  return socket.bytesRead - request.readableLength;
}
