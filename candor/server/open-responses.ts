import { randomUUID } from 'node:crypto';
import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** The request that is being answered, as a Server Component has it from `headers()`. */
type RequestHeaders = Pick<Headers, 'get'>;

/** Answers that are under way: what a Server Component may do to its own, and Next has no way for. */
export type OpenAnswers = {
  /** Gives it a status and headers, unless its head has left. Next changes a status only for what it fails with itself. */
  setStatus(request: RequestHeaders, status: number, headers: Record<string, string>): void;
  /** Whether it was only guessed that the page may be wanted, by a browser or by Next's router. */
  isFetchedInAdvance(request: RequestHeaders): boolean;
  /**
   * Gives the response to a request this status whatever Next gives it, unless its head has left. `headers` is the very object
   * that Node made, which Next hands to its hooks.
   */
  overrideStatus(headers: object, status: number): void;
  /** Whether this was thrown because the client has left before its request was whole. */
  isAborted(headers: object, thrown: unknown): boolean;
};

// Tells the answer that a Server Component belongs to. A visitor's own is overwritten, or names no answer.
const tokenHeader = 'x-candor-answer';

/**
 * Watches the requests of this process that have a query, a body or a router state: no other can ask for what needs this, and
 * they are spared it.
 * Node tells of every request before Next has it: https://nodejs.org/api/diagnostics_channel.html#http
 */
export function watchOpenAnswers(): OpenAnswers {
  const responses = new WeakMap<object, ServerResponse>();
  const open = new Map<string, { response: ServerResponse; isFetchedInAdvance: boolean }>();
  const answerTo = (request: RequestHeaders) => open.get(request.get(tokenHeader) ?? '');

  function onRequest(message: unknown) {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    if (request.method !== 'GET' || 'next-router-state-tree' in request.headers)
      responses.set(request.headers, response);
    if (!request.url?.includes('?')) return;
    const token = randomUUID();
    open.set(token, { response, isFetchedInAdvance: isFetchedInAdvance(request) });
    response.once('close', () => open.delete(token));
    request.headers[tokenHeader] = token;
  }

  subscribe('http.server.request.start', onRequest);
  return {
    setStatus(request, status, headers) {
      const response = answerTo(request)?.response;
      if (response === undefined || response.headersSent) return;
      response.statusCode = status;
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    },
    isFetchedInAdvance: (request) => answerTo(request)?.isFetchedInAdvance ?? false,
    overrideStatus(headers, status) {
      const response = responses.get(headers);
      if (response === undefined || response.headersSent) return;
      // Next sets its own status after this, so it is changed where the head is written.
      const writeHead = response.writeHead.bind(response) as (status: number, ...rest: unknown[]) => ServerResponse;
      response.writeHead = (_: number, ...rest: unknown[]) => writeHead(status, ...rest);
    },
    isAborted: (headers, thrown) => thrown instanceof Error && responses.get(headers)?.req.errored === thrown,
  };
}

/** Asked here, for Next hides its router's headers from `headers()`. */
function isFetchedInAdvance({ headers }: IncomingMessage): boolean {
  const { 'sec-purpose': secPurpose, purpose } = headers;
  return /\bprefetch\b/i.test(`${secPurpose} ${purpose}`) || 'next-router-prefetch' in headers;
}
