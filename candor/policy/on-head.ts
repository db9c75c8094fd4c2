import type { ServerResponse } from 'node:http';

export type Header = readonly [name: string, value: string];

/**
 * Adds headers to a response when its head is written: only then its status and its type are known. A header that the
 * response has by then stays as it is.
 */
export function addOnHead(
  response: ServerResponse,
  headersFor: (status: number, contentType: unknown) => readonly Header[],
): void {
  // Node calls it too, for a head that nobody writes: https://nodejs.org/api/http.html#responsewriteheadstatuscode-statusmessage-headers
  const writeHead = response.writeHead.bind(response) as (status: number, ...rest: unknown[]) => ServerResponse;
  const patched = (status: number, ...rest: unknown[]): ServerResponse => {
    if (!response.headersSent) {
      for (const [name, value] of headersFor(Number(status), contentTypeOf(response, rest))) {
        if (!response.hasHeader(name)) response.setHeader(name, value);
      }
    }
    return writeHead(status, ...rest);
  };
  // Node has it under two names.
  Object.assign(response, { writeHead: patched, writeHeader: patched });
}

/** `rest`: what `writeHead` is called with after the status. Its headers replace those that the response has. */
function contentTypeOf(response: ServerResponse, [reason, headers]: unknown[]): unknown {
  const replacing = headers ?? (typeof reason === 'string' ? undefined : reason);
  if (Array.isArray(replacing)) return undefined; // Its form differs by version of Node. What has no type is a document.
  const types = Object.entries(replacing ?? {}).filter(([name]) => name.toLowerCase() === 'content-type');
  return types.length > 0 ? types.at(-1)?.[1] : response.getHeader('Content-Type');
}
