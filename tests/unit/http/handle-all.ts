import { trackOpenConnections } from '../../../candor/http/graceful-shutdown';
import { handleRequests } from '../../../candor/http/requests';
import { handleResponses } from '../../../candor/http/responses';
import type { Policy } from '../../../candor/policy/create-policy';

/** Handles all requests and responses of this process from now on, as a server does. */
export function handleAll(policy?: Policy) {
  const connections = trackOpenConnections();
  handleRequests({ policy, connections, noteAddress: () => {} });
  handleResponses(policy);
  return connections;
}
