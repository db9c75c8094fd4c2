import { randomBytes } from 'node:crypto';
import { subscribe } from 'node:diagnostics_channel';
import { readFileSync } from 'node:fs';
import { createAnswerHeaders } from './answer-headers.mjs';
import { pathAndQuery } from './request-target.mjs';

// The build copies this folder beside Next's server.js, which then imports this first: no request comes before it.

const documents = JSON.parse(readFileSync(new URL('./documents.json', import.meta.url), 'utf8'));
const answerHeaders = createAnswerHeaders(documents, () => randomBytes(16).toString('base64'));

// Node tells of every request here before Next has it: https://nodejs.org/api/diagnostics_channel.html#http
subscribe('http.server.request.start', ({ request, response }) => {
  const url = pathAndQuery(request.url);
  if (url === undefined) refuse(request);
  else request.url = url;
  const headers = answerHeaders(request);
  for (const name in headers) response.setHeader(name, headers[name]);
  // Next takes the nonce for what it renders from the request's policy; a visitor's own counts for nothing.
  request.headers['content-security-policy'] = headers['Content-Security-Policy'];
});

/** Has Node respond with 400 and close the connection: it does so to HTTP/1.1 without a Host, right after this channel. */
function refuse(request) {
  request.httpVersionMajor = request.httpVersionMinor = 1;
  request.headers.host = undefined;
}
