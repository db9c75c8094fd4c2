import { subscribe } from 'node:diagnostics_channel';
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

type RequestStart = { response: ServerResponse; socket: Socket; server: Server };

/**
 * Watches the connections of this process's server. What it gives back lets every connection end with the answer that
 * is under way on it, and those without one at once; it is to be called before the server is closed.
 */
export function watchOpenConnections(): () => void {
  const unused = new Set<Socket>();
  const underWay = new Set<ServerResponse>();
  let server: Server | undefined;
  let isClosing = false;
  let closeIdle = () => {};

  // Node tells here of every connection, and of every request before Next has it:
  // https://nodejs.org/api/diagnostics_channel.html#built-in-channels
  subscribe('net.server.socket', (message) => {
    const { socket } = message as { socket: Socket };
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  subscribe('http.server.request.start', (message) => {
    const { response, socket, server: itsServer } = message as RequestStart;
    server ??= itsServer;
    if (server !== itsServer) return;
    unused.delete(socket);
    underWay.add(response);
    response.once('close', () => {
      underWay.delete(response);
      if (isClosing) closeIdle();
    });
    if (isClosing) endConnectionWith(response);
  });

  return () => {
    if (isClosing) return;
    isClosing = true;
    for (const response of underWay) endConnectionWith(response);
    // Browsers open some in advance, and Node counts one as idle only after its first request.
    for (const socket of unused) if (socket.bytesRead === 0) socket.destroy();
    if (server === undefined) return;
    // Closing a server calls this, and Node's own takes an answer that was ended for one that has left: a visitor
    // whose network is slow would get half of it. So it waits until none is leaving.
    const closeIdleConnections = server.closeIdleConnections.bind(server);
    closeIdle = () => {
      if (![...underWay].some(isLeaving)) closeIdleConnections();
    };
    server.closeIdleConnections = closeIdle;
  };
}

/** Whoever keeps the connection would send his next request into a process that is gone. */
function endConnectionWith(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close');
}

function isLeaving(response: ServerResponse): boolean {
  return response.writableEnded && !response.writableFinished;
}
