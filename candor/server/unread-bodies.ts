import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { discardRemainingBody, type DiscardLimits } from './discard-body';

type Exchange = { request: IncomingMessage; response: ServerResponse; socket: Socket };

// docs/nginx.conf lets 3 MiB through.
const limits: DiscardLimits = { bytes: 4 * 1024 * 1024, timeoutMs: 5_000, lingerMs: 1_000 };
const checkMs = 250;

/**
 * Discards the remaining body of each request of this process whose response was sent, up to a limit, and closes the
 * connection past that. Node does not read on after a handler that stopped reading, so that the next request on the
 * connection would wait for ever.
 * @see https://www.rfc-editor.org/rfc/rfc9112#section-9.6 for closing without the client losing the response
 */
export function discardUnreadBodies(): void {
  // Node publishes every request before Next has it, and every response when it was handed to the system:
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

/** Announces in the head of the response that the connection will close, if too much of the body is still to come then. */
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
 * Keeps the connection open after the response until the body was read. Node closes some connections right after the
 * response; of these only our side is closed: a client that is still sending would be reset, and may lose the response.
 */
function finishReading(request: IncomingMessage, socket: Socket): void {
  socket.destroySoon = () => void socket.end();
  const release = () => {
    Reflect.deleteProperty(socket, 'destroySoon'); // Restores the method of its class.
    if (socket.writableEnded) socket.destroySoon();
  };
  if (isAbandoned(request)) discardRemainingBody(request, socket, limits, release);
  else waitForReader(request, socket, release);
}

/** A handler may read on after its response, for as long as it takes the data that arrives. */
function waitForReader(request: IncomingMessage, socket: Socket, release: () => void): void {
  const until = performance.now() + limits.timeoutMs;
  let taken = bytesTaken(request, socket);
  const timer = setInterval(() => {
    if (request.complete) release();
    else if (socket.writableEnded && performance.now() > until) socket.destroy();
    else if (isAbandoned(request) || readerHasStopped()) discardRemainingBody(request, socket, limits, release);
    else if (!socket.destroyed) return;
    clearInterval(timer);
  }, checkMs);

  function readerHasStopped() {
    const before = taken;
    taken = bytesTaken(request, socket);
    return request.readableLength > 0 && taken === before;
  }
}

/** Whether no handler began to read it, or the handler gave up. */
function isAbandoned(request: IncomingMessage): boolean {
  return request.readableFlowing === null || request.destroyed;
}

function bytesTaken(request: IncomingMessage, socket: Socket): number {
  return socket.bytesRead - request.readableLength;
}
