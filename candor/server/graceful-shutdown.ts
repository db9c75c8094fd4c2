import { subscribe } from 'node:diagnostics_channel';
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

// Longer than the relay waits for the service, shorter than the 10 s after which Docker and the start script kill.
const timeoutMs = 8_000;

/**
 * At SIGTERM or SIGINT, makes the process exit with status 0 when its responses are sent and `finish` has resolved, or after
 * the timeout. `finish` is called at the signal, and again when the last request has ended.
 *
 * Patches `process.exit` at the signal. Next's own listener closes the server, waits for `after()` callbacks, and then
 * exits at once with 143 or 130. `NEXT_MANUAL_SIG_HANDLE` would remove that listener, but only Next's listener has the
 * server before its first request, and only it can wait for the callbacks.
 */
export function handleShutdownSignals(finish: () => Promise<unknown>): void {
  const exit = process.exit.bind(process);
  const finishOrLog = () =>
    finish().catch((error: unknown) => console.error('Not everything could be finished before the exit.', error));

  const stop = () => {
    const timeout = new Promise((resolve) => setTimeout(resolve, timeoutMs));
    const firstFinish = finishOrLog();
    process.exit = (() => {
      void Promise.race([firstFinish.then(finishOrLog), timeout]).then(() => exit(0));
    }) as typeof process.exit;
    void timeout.then(() => exit(0)); // Next waits without limit for a request in flight.
  };
  // Before Next's listener, which closes the server.
  process.prependOnceListener('SIGTERM', stop);
  process.prependOnceListener('SIGINT', stop);
}

type RequestStart = { response: ServerResponse; socket: Socket; server: Server };

/**
 * Tracks the connections of this process's server.
 * @returns the responses that are not closed yet; and a function to call before the server is closed: idle connections close
 * at once, the others with their response
 */
export function trackOpenConnections(): { responses: ReadonlySet<ServerResponse>; close: () => void } {
  const unused = new Set<Socket>();
  const inFlight = new Set<ServerResponse>();
  let server: Server | undefined;
  let isClosing = false;
  let closeIdle = () => {};

  // Node publishes every connection, and every request before Next has it:
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
    inFlight.add(response);
    response.once('close', () => {
      inFlight.delete(response);
      if (isClosing) closeIdle();
    });
    if (isClosing) closeConnectionAfter(response);
  });

  function close() {
    if (isClosing) return;
    isClosing = true;
    for (const response of inFlight) closeConnectionAfter(response);
    // Browsers open some connections in advance, and Node counts a connection as idle only after its first request.
    for (const socket of unused) if (socket.bytesRead === 0) socket.destroy();
    if (server === undefined) return;
    // `server.close()` calls this method. Node's own takes an ended response for a sent one, and would truncate it for a
    // visitor whose network is slow. So the method waits until no response is being sent.
    const closeIdleConnections = server.closeIdleConnections.bind(server);
    closeIdle = () => {
      if (![...inFlight].some(isBeingSent)) closeIdleConnections();
    };
    server.closeIdleConnections = closeIdle;
  }

  return { responses: inFlight, close };
}

/** A client that kept the connection would send its next request to a process that is gone. */
function closeConnectionAfter(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close');
}

function isBeingSent(response: ServerResponse): boolean {
  return response.writableEnded && !response.writableFinished;
}
