/**
 * Path and query of a request target, without dot segments and fragment; `undefined` if the target is not a path:
 * https://www.rfc-editor.org/rfc/rfc9112#section-3.2
 * Next resolves dot segments by itself, and would redirect an absolute target to the host in it.
 */
export function pathAndQuery(target: string): string | undefined {
  if (isPlain.test(target)) return target;
  const absolute = target.startsWith('/') ? `http://host${target}` : target;
  // URLs contain no backslashes. The parser would read one as a slash; a proxy in front does not.
  if (hasBackslash.test(target) || !URL.canParse(absolute)) return undefined;
  const { protocol, pathname, search } = new URL(absolute);
  return /^https?:$/.test(protocol) ? pathname + search : undefined;
}

// Nearly every target. A segment that starts with a dot, encoded or not, is left to the parser.
const isPlain = /^(\/(?!\.|%2e)[^/\\?#]*)+(\?[^#]*)?$/i;
const hasBackslash = /^[^?#]*\\/;
