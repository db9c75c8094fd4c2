import { trackOpenConnections } from '../../../candor/src/http/graceful-shutdown';
import { handleRequests } from '../../../candor/src/http/requests';

/** Handles all requests of this process from now on, as a server does. */
export function handleAll() {
  const connections = trackOpenConnections();
  handleRequests({ policy: undefined, connections, noteAddress: () => {} });
  return connections;
}
