import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

type Exchange = { request: IncomingMessage; response: ServerResponse; socket: Socket };

// For a body that is still being sent, and for a handler that reads on.
const lingerMs = 5_000;

/**
 * Makes each response of this process that is sent before its request was read whole close the connection: nobody may read the
 * rest, and the next request on it would wait for ever. Node publishes every request before Next has it, and every response
 * when it was handed to the system: https://nodejs.org/api/diagnostics_channel.html#http
 */
export function closeAfterEarlyResponses(): void {
  subscribe('http.server.request.start', (message) => {
    const { request, response } = message as Exchange;
    if (!hasBody(request)) return;
    const writeHead = response.writeHead.bind(response) as (...head: unknown[]) => ServerResponse;
    response.writeHead = (...head: unknown[]) => {
      if (!isWhole(request) && !response.headersSent) response.setHeader('Connection', 'close');
      return writeHead(...head);
    };
  });
  subscribe('http.server.response.finish', (message) => {
    const { request, socket } = message as Exchange;
    // Node calls this method next. Its own closes both sides: a client that is still sending would be reset, and may lose the
    // response. https://www.rfc-editor.org/rfc/rfc9112#section-9.6
    if (!request.complete) socket.destroySoon = () => closeOurSide(socket);
  });
}

function closeOurSide(socket: Socket): void {
  socket.end();
  const timer = setTimeout(() => socket.destroy(), lingerMs);
  socket.once('close', () => clearTimeout(timer));
}

/** Node runs the handler between a body and its end: a short body may be whole, and not complete yet. */
function isWhole({ complete, readableLength, headers }: IncomingMessage): boolean {
  return complete || readableLength === Number(headers['content-length']);
}

function hasBody({ headers }: IncomingMessage): boolean {
  return 'transfer-encoding' in headers || Number(headers['content-length'] ?? 0) > 0;
}
