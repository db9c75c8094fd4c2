import { randomBytes } from 'node:crypto';
import { subscribe } from 'node:diagnostics_channel';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { addOnHead } from './on-head';
import type { PolicySettings } from './policy-settings';
import { pathAndQuery } from './request-target';
import { createSecurityHeaders, type Documents } from './security-headers';

// The build compiles this folder to a place beside Next's server.js, which imports this file before anything else: no request
// comes before it.

const { settings, ...documents } = JSON.parse(
  readFileSync(new URL('./documents.json', import.meta.url), 'utf8'),
) as Documents & { settings: PolicySettings };
const securityHeaders = createSecurityHeaders(documents, settings, () => randomBytes(16).toString('base64'));

// Node publishes every request here before Next handles it: https://nodejs.org/api/diagnostics_channel.html#http
subscribe('http.server.request.start', (message) => {
  const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
  const url = pathAndQuery(request.url ?? '');
  if (url === undefined) reject(request);
  else request.url = url;
  const { policy, headersFor } = securityHeaders(request);
  addOnHead(response, headersFor);
  // Next reads the nonce for rendered documents from the request's policy; a policy that the client sent must not count.
  request.headers['content-security-policy'] = policy;
});

/** Has Node respond with 400 and close the connection, as it does after this channel to HTTP/1.1 without a Host. */
function reject(request: IncomingMessage): void {
  request.httpVersionMajor = request.httpVersionMinor = 1;
  request.headers.host = undefined;
}
