import http, { type Agent } from 'node:http';
import https from 'node:https';
import type { Duplex } from 'node:stream';

/** The connections to the service that are kept open between requests. */
export const keptConnections = {
  'http:': closeOnSurplus(new http.Agent({ keepAlive: true, maxSockets: 64 })),
  'https:': closeOnSurplus(new https.Agent({ keepAlive: true, maxSockets: 64 })),
};

/** What comes on a connection while nothing is asked there belongs to no request, and the rest of it might be taken for the next response. */
function closeOnSurplus<SomeAgent extends Agent>(agent: SomeAgent): SomeAgent {
  const keepSocketAlive = agent.keepSocketAlive.bind(agent);
  const reuseSocket = agent.reuseSocket.bind(agent);
  agent.keepSocketAlive = (socket) => {
    socket.once('data', close);
    return keepSocketAlive(socket); // Whether it is kept, whatever its type says.
  };
  agent.reuseSocket = (socket, request) => {
    socket.off('data', close);
    reuseSocket(socket, request);
  };
  return agent;
}

function close(this: Duplex) {
  this.destroy();
}
