import { subscribe } from 'node:diagnostics_channel';
import { enterRequest } from './request-context';

/**
 * Lets all code of a request know its request and its response. Node publishes every request before Next has it:
 * https://nodejs.org/api/diagnostics_channel.html#http
 */
export function trackRequests(): void {
  subscribe('http.server.request.start', (message) => enterRequest(message as Parameters<typeof enterRequest>[0]));
}
