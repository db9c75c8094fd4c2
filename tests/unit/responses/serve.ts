import type { IncomingMessage, OutgoingHttpHeaders, RequestListener, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';

type Compress = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
// It has no types.
const compress = (createRequire(import.meta.url)('next/dist/compiled/compression') as () => Compress)();

/** Compresses the responses of a server as Next does. */
export const compressed =
  (handle: (...exchange: Parameters<RequestListener>) => void): RequestListener =>
  (request, response) =>
    compress(request, response, () => handle(request, response));

/** Sets what stands in the head of a response, and sends nothing yet. */
export function beginResponse(response: ServerResponse, status: number, headers: OutgoingHttpHeaders = {}) {
  for (const [name, value = ''] of Object.entries(headers)) response.setHeader(name, value);
  response.statusCode = status;
  return response;
}

/** A handler that sends this status, these headers, and a body in one piece. */
export const sends =
  (status: number, headers?: OutgoingHttpHeaders, body?: string) =>
  (response: ServerResponse): void =>
    void beginResponse(response, status, headers).end(body);
