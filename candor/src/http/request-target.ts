import type { IncomingMessage } from 'node:http';

/**
 * Gives Next the path and the query of the request's target, without dot segments and fragment, or has Node respond with 400 where the
 * target is not a path: https://www.rfc-editor.org/rfc/rfc9112#section-3.2
 * Next would redirect an absolute target to the host in it.
 */
export function normalizeTarget(request: IncomingMessage): void {
  const url = pathAndQuery(request.url ?? '');
  if (url === undefined) refuse(request);
  else if (url !== request.url) request.url = url;
}

export function pathAndQuery(target: string): string | undefined {
  if (isPlain.test(target)) return target;
  const absolute = target.startsWith('/') ? `http://host${target}` : target;
  // URLs contain no backslashes. The parser would read one as a slash; a proxy in front does not.
  if (hasBackslash.test(target) || !URL.canParse(absolute)) return undefined;
  const { protocol, pathname, search } = new URL(absolute);
  return /^https?:$/.test(protocol) ? pathname + search : undefined;
}

// Nearly every target. The parser reads a segment that starts with a dot, encoded or not.
const isPlain = /^(\/(?!\.|%2e)[^/\\?#]*)+(\?[^#]*)?$/i;
const hasBackslash = /^[^?#]*\\/;

/** Node responds with 400 and closes the connection, as it does after this channel to HTTP/1.1 without a Host. */
function refuse(request: IncomingMessage): void {
  request.httpVersionMajor = request.httpVersionMinor = 1;
  request.headers.host = undefined;
}
