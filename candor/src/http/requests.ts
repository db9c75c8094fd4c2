import { hideErrorPage } from '../internals/server/error-page.js';
import { observeServers, type Exchange } from '../internals/server/request-start.js';
import { closeIfEarly, lingerIfEarly } from './early-responses.js';
import type { trackOpenConnections } from './graceful-shutdown.js';
import { enterRequest } from './request-context.js';
import { normalizeTarget } from './request-target.js';

export function handleRequests(parts: {
  policy: ((exchange: Exchange) => void) | undefined;
  connections: Pick<ReturnType<typeof trackOpenConnections>, 'requestStarts' | 'socketOpens'>;
  noteAddress: (request: Exchange['request']) => void;
}): void {
  const { policy, connections, noteAddress } = parts;
  observeServers({
    requestStarts: [
      ({ request }) => normalizeTarget(request),
      ...(policy ? [policy] : []),
      closeIfEarly,
      enterRequest,
      connections.requestStarts,
      ({ request }) => noteAddress(request),
      ({ request }) => hideErrorPage(request),
    ],
    responseFinishes: lingerIfEarly,
    socketOpens: connections.socketOpens,
  });
}
