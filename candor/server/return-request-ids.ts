import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { requestIdOf, traceOf } from './request-ids';

/**
 * Returns to each request of this process the ids that it brought, whatever its response will be. A request without ids costs
 * no byte. Node publishes every request before Next handles it: https://nodejs.org/api/diagnostics_channel.html#http
 */
export function returnRequestIds(): void {
  subscribe('http.server.request.start', (message) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    const { headers } = request;
    const requestId = requestIdOf(headers);
    const trace = traceOf(headers);
    if (requestId !== undefined) response.setHeader('X-Request-Id', requestId);
    if (trace) response.setHeader('traceparent', `00-${trace.traceId}-${trace.parentId}-${trace.flags}`);
  });
}
