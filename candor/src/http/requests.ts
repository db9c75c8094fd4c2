import { hideErrorPage } from '../internals/server/error-page.js';
import { observeServers, type Exchange } from '../internals/server/request-start.js';
import { lingerIfEarly } from './early-responses.js';
import type { trackOpenConnections } from './graceful-shutdown.js';
import { enterRequest } from './request-context.js';
import { returnIds } from './request-ids.js';

type Observe = (exchange: Exchange) => void;

/** All that is done to every request of this process before Next has it. Code of the request then knows it, and its response. */
export function handleRequests(parts: {
  /** Decides which targets reach Next. `undefined`: all of them. */
  policy: { requestStarts: Observe } | undefined;
  connections: Pick<ReturnType<typeof trackOpenConnections>, 'requestStarts' | 'responseFinishes' | 'socketOpens'>;
  noteAddress: (request: Exchange['request']) => void;
}): void {
  const { policy, connections, noteAddress } = parts;
  observeServers({
    requestStarts: [
      ...(policy ? [policy.requestStarts] : []),
      enterRequest,
      ({ request, response }) => returnIds(request, response),
      connections.requestStarts,
      ({ request }) => noteAddress(request),
      ({ request }) => hideErrorPage(request),
    ],
    responseFinishes(exchange) {
      lingerIfEarly(exchange);
      connections.responseFinishes(exchange);
    },
    socketOpens: connections.socketOpens,
  });
}
