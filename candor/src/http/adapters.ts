import type { IncomingMessage, ServerResponse } from 'node:http';
import { observeAdapters } from '../internals/server/adapter-responses.js';
import { markAnnounced } from '../internals/server/request-start.js';
import { observeResponseOfAdapter } from '../internals/server/response-methods.js';
import { onFailureStatusOf } from '../internals/server/response-status.js';
import { enterRequest } from './request-context.js';
import { returnIds } from './request-ids.js';

/**
 * Does to a request that an adapter of a function hands to Next, and to its response, what `handleRequests` and `handleResponses`
 * do to Node's own. They have no connection: the platform ends the process, and sends each response itself.
 */
export function handleAdapterRequests(parts: {
  policy: { requestStarts: (exchange: { request: IncomingMessage; response: ServerResponse }) => void } | undefined;
  noteAddress: (request: IncomingMessage) => void;
}): void {
  observeAdapters((exchange) => {
    const { request, response } = exchange;
    markAnnounced(response);
    observeResponseOfAdapter(response);
    onFailureStatusOf(response);
    parts.policy?.requestStarts(exchange);
    enterRequest(exchange);
    returnIds(request, response);
    parts.noteAddress(request);
  });
}
