import { randomUUID } from 'node:crypto';
import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** The headers of a request, as a Server Component has them from `headers()`. */
type RequestHeaders = Pick<Headers, 'get'>;

export type OpenResponses = ReturnType<typeof trackOpenResponses>;

// Leads from a request's headers to its response. A value that a visitor sends is overwritten, or leads to no response.
const tokenHeader = 'x-candor-response';

/**
 * Tracks the open responses of this process, so that a Server Component can do to its own response what Next has no way for.
 * Only requests with a query, a body or a router state are tracked: no other page needs it, and it would cost them time.
 * Node publishes every request before Next has it: https://nodejs.org/api/diagnostics_channel.html#http
 */
export function trackOpenResponses() {
  const responses = new WeakMap<object, ServerResponse>();
  const open = new Map<string, { response: ServerResponse; isPrefetch: boolean }>();
  const responseTo = (request: RequestHeaders) => open.get(request.get(tokenHeader) ?? '');
  const unsentTo = (request: RequestHeaders) => {
    const response = responseTo(request)?.response;
    return response?.headersSent ? undefined : response;
  };

  subscribe('http.server.request.start', (message) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    if (request.method !== 'GET' || 'next-router-state-tree' in request.headers)
      responses.set(request.headers, response);
    if (!request.url?.includes('?')) return;
    const token = randomUUID();
    open.set(token, { response, isPrefetch: isPrefetch(request) });
    response.once('close', () => open.delete(token));
    request.headers[tokenHeader] = token;
  });

  return {
    /** Sets status and headers, unless the head was sent. Next changes a status only for failures of its own. */
    setStatus(request: RequestHeaders, status: number, headers: Record<string, string>): void {
      const response = unsentTo(request);
      if (response === undefined) return;
      response.statusCode = status;
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    },
    /** Sets a header of the response, whatever its status will be. */
    setHeader(request: RequestHeaders, name: string, value: string): void {
      unsentTo(request)?.setHeader(name, value);
    },
    /** Whether a browser or Next's router only guessed that the visitor may want the page. */
    isPrefetch(request: RequestHeaders): boolean {
      return responseTo(request)?.isPrefetch ?? false;
    },
    /**
     * Whether this was thrown because the client left before its request was complete.
     * @param headers the very object that Node made, which Next hands to its hooks
     */
    isAborted(headers: object, thrown: unknown): boolean {
      return thrown instanceof Error && responses.get(headers)?.req.errored === thrown;
    },
  };
}

/** Read here, for Next hides its router's headers from `headers()`. */
function isPrefetch({ headers }: IncomingMessage): boolean {
  const { 'sec-purpose': secPurpose, purpose } = headers;
  return /\bprefetch\b/i.test(`${secPurpose} ${purpose}`) || 'next-router-prefetch' in headers;
}
