import { masked } from '../scrubbing/replace-secrets.js';
import { scrub } from '../scrubbing/scrub.js';
import type { SourceContext } from './chunk-map.js';

// A line within a key whose first line, which names it, is further up.
const encoded = /^\s*["'`]?[A-Za-z\d+/=_-]{60,}\W{0,5}(?:\\n\W{0,5})?$/;

/** Masks secrets in the lines of a source. One of several lines masks all. */
export function scrubContext({ before, line, after }: SourceContext): SourceContext {
  const lines = [...before, line, ...after];
  const scrubbed = scrub(lines.map((text) => (encoded.test(text) ? masked : text)).join('\n')).split('\n');
  const shown = scrubbed.length === lines.length ? scrubbed : lines.map(() => masked);
  const at = before.length;
  return { before: shown.slice(0, at), line: shown[at] ?? masked, after: shown.slice(at + 1) };
}
