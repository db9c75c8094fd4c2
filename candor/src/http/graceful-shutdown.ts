import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { checkExit, holdExit } from '../internals/server/process-exit.js';
import type { Exchange } from '../internals/server/request-start.js';
import { checkClose, holdServersOpen } from '../internals/server/server-close.js';

// Longer than the relay waits for the service, shorter than the 10 s after which Docker and the start script kill.
const timeoutMs = 8_000;

/**
 * Makes the process exit with status 0 when its responses are sent and `finish` has resolved: it is called at the signal, and again when
 * the last request has ended. With `drainMs` that begins so much later after SIGTERM, or at the next signal, so that load balancers find
 * out before the port is closed.
 * Next's own listener closes the server, waits for `after()` callbacks, and exits at once with 143 or 130: that exit is held.
 * `NEXT_MANUAL_SIG_HANDLE` would remove that listener, but only it can wait for the callbacks.
 */
export function handleShutdownSignals(
  finish: () => Promise<unknown>,
  { drainMs, startDraining }: { drainMs: number; startDraining: () => void } = { drainMs: 0, startDraining: () => {} },
): void {
  const exit = process.exit.bind(process);
  checkExit();
  checkClose();
  const finishOrLog = () =>
    finish().catch((error: unknown) => console.error('Some work was cut short by the exit.', error));

  let isStopping = false;
  const stop = () => {
    if (isStopping) return;
    isStopping = true;
    const timeout = new Promise((resolve) => setTimeout(resolve, timeoutMs));
    const firstFinish = finishOrLog();
    const finished = () => Promise.race([firstFinish.then(finishOrLog), timeout]);
    holdExit(() => void finished().then(() => exit(0)));
    void timeout.then(() => exit(0)); // Next waits without limit for a request in flight.
  };
  const drain = () => {
    if (isStopping) return;
    startDraining();
    const closeServers = holdServersOpen();
    const endDraining = () => {
      clearTimeout(timer);
      stop();
      closeServers();
    };
    const timer = setTimeout(endDraining, drainMs);
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, endDraining);
  };
  // Before Next's listener, which closes the server.
  process.prependOnceListener('SIGTERM', drainMs === 0 ? stop : drain);
  process.prependOnceListener('SIGINT', stop);
}

/** Those of Next's server, and of any that a team has beside it. */
export function trackOpenConnections() {
  const open = new Map<Socket, ServerResponse | undefined>();
  const servers = new Set<Server>();
  let isClosing = false;
  let isDraining = false;

  const inFlight = () =>
    [...open.values()].flatMap((response) => (response?.writableFinished === false ? [response] : []));

  function socketOpens(socket: Socket): void {
    open.set(socket, undefined);
    socket.once('close', () => open.delete(socket));
  }

  function requestStarts({ response, socket, server }: Exchange): void {
    servers.add(server);
    if (!open.has(socket)) socketOpens(socket);
    open.set(socket, response);
    if (isClosing) response.on('close', responseCloses);
    // It was still arriving at the signal, or its client should find another instance for its next request.
    if (isDraining || !server.listening) closeConnectionAfter(response);
  }

  function responseCloses(): void {
    for (const server of servers) server.closeIdleConnections();
  }

  function drain(): void {
    isDraining = true;
    for (const response of inFlight()) closeConnectionAfter(response);
  }

  /** Before the servers are closed: idle connections close at once, the others with their response. */
  function close(): void {
    if (isClosing) return;
    isClosing = true;
    for (const response of inFlight()) {
      closeConnectionAfter(response);
      response.on('close', responseCloses);
    }
    // Browsers open some connections in advance, and Node counts a connection as idle only after its first request.
    for (const [socket, response] of open) if (response === undefined && socket.bytesRead === 0) socket.destroy();
    // `server.close()` calls this method. Node's own treats an ended response as sent, and would truncate it for a
    // visitor whose network is slow. So the method waits until no response is being sent.
    for (const server of servers) {
      const closeIdleConnections = server.closeIdleConnections.bind(server);
      server.closeIdleConnections = () => {
        if (!inFlight().some(({ writableEnded }) => writableEnded)) closeIdleConnections();
      };
    }
  }

  return { socketOpens, requestStarts, drain, close };
}

/** A client that kept the connection would send its next request to a process that is gone. */
function closeConnectionAfter(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close');
}
