import { subscribe } from 'node:diagnostics_channel';
import { enterRequest, type IncomingRequest } from './request-context';

/**
 * Lets all code of a request know its request. Node publishes every request before Next has it:
 * https://nodejs.org/api/diagnostics_channel.html#http
 */
export function trackRequests(): void {
  subscribe('http.server.request.start', (message) => enterRequest((message as { request: IncomingRequest }).request));
}
