import http, { type Agent } from 'node:http';
import https from 'node:https';
import type { Duplex } from 'node:stream';

/** Keep connections to the service open between requests. */
export const keepAliveAgents = {
  'http:': closeOnUnexpectedData(new http.Agent({ keepAlive: true, maxSockets: 64 })),
  'https:': closeOnUnexpectedData(new https.Agent({ keepAlive: true, maxSockets: 64 })),
};

/** Data on an idle connection belongs to no request, and the rest of it could be mistaken for the next response. */
function closeOnUnexpectedData<SomeAgent extends Agent>(agent: SomeAgent): SomeAgent {
  const keepSocketAlive = agent.keepSocketAlive.bind(agent);
  const reuseSocket = agent.reuseSocket.bind(agent);
  agent.keepSocketAlive = (socket) => {
    socket.once('data', close);
    return keepSocketAlive(socket); // It returns whether the socket is kept, though its type says nothing of it.
  };
  agent.reuseSocket = (socket, request) => {
    socket.off('data', close);
    reuseSocket(socket, request);
  };
  return agent;
}

/** A process that is frozen would not learn that the service has closed them. */
export function closeIdleConnections(): void {
  for (const { freeSockets } of Object.values(keepAliveAgents)) {
    for (const socket of Object.values(freeSockets).flat()) socket?.destroy();
  }
}

function close(this: Duplex) {
  this.destroy();
}
