import { closeIfEarly } from '../../../candor/src/http/early-responses';
import { trackOpenConnections } from '../../../candor/src/http/graceful-shutdown';
import { handleRequests } from '../../../candor/src/http/requests';
import { handleResponses } from '../../../candor/src/http/responses';
import type { Policy } from '../../../candor/src/policy/create-policy';

/** Handles all requests and responses of this process from now on, as a server does. */
export function handleAll(policy?: Policy) {
  const connections = trackOpenConnections();
  handleRequests({ policy, connections, noteAddress: () => {} });
  handleResponses(policy, closeIfEarly);
  return connections;
}
