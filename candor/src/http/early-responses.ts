import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

// A response before the end of its request closes the connection: the next request on it might wait for ever.

// For a body that is still being sent, and for a handler that reads on.
const lingerMs = 5_000;

type WriteHead = (...head: unknown[]) => ServerResponse;

export function closeIfEarly({ request, response }: { request: IncomingMessage; response: ServerResponse }): void {
  if (!hasBody(request)) return;
  const writeHead = response.writeHead as WriteHead;
  const writeHeadAndClose: WriteHead = (...head) => {
    if (!response.headersSent && !isWhole(request)) response.setHeader('Connection', 'close');
    return writeHead.apply(response, head);
  };
  Object.assign(response, { writeHead: writeHeadAndClose, writeHeader: writeHeadAndClose }); // Node has it under two names.
}

/** Node's own method closes both sides, which may lose the response: https://www.rfc-editor.org/rfc/rfc9112#section-9.6 */
export function lingerIfEarly({ request, socket }: { request: IncomingMessage; socket: Socket }): void {
  if (!request.complete) socket.destroySoon = () => closeOurSide(socket);
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
