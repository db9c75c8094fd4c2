/**
 * The path and query that this request is for, without dot segments and fragment; `undefined` where its target names none:
 * https://www.rfc-editor.org/rfc/rfc9112#section-3.2
 * Next resolves dot segments by itself, and would redirect an absolute target to the host in it.
 */
export function pathAndQuery(target) {
  if (isPlain.test(target)) return target;
  const absolute = target.startsWith('/') ? `http://host${target}` : target;
  // No address has a backslash. The parser would take it for a slash, which a proxy in front does not.
  if (hasBackslash.test(target) || !URL.canParse(absolute)) return undefined;
  const { protocol, pathname, search } = new URL(absolute);
  return /^https?:$/.test(protocol) ? pathname + search : undefined;
}

// Nearly every target. A dot at the start of a name is left to the parser, however it is written.
const isPlain = /^(\/(?!\.|%2e)[^/\\?#]*)+(\?[^#]*)?$/i;
const hasBackslash = /^[^?#]*\\/;
