import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { enterRequest } from './request-context';
import { requestIdOf, traceOf } from './request-ids';

/**
 * Lets all code of a request of this process know its request and its response, and returns to it the ids that it brought,
 * whatever its response will be. A request without ids costs no byte. Node publishes every request before Next has it:
 * https://nodejs.org/api/diagnostics_channel.html#http
 */
export function trackRequests(): void {
  subscribe('http.server.request.start', (message) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    enterRequest({ request, response });
    const requestId = requestIdOf(request.headers);
    const trace = traceOf(request.headers);
    if (requestId !== undefined) response.setHeader('X-Request-Id', requestId);
    if (trace) response.setHeader('traceparent', `00-${trace.traceId}-${trace.parentId}-${trace.flags}`);
  });
}
