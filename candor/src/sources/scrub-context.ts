import { masked } from '../scrubbing/replace-secrets.js';
import { scrub } from '../scrubbing/scrub.js';
import type { Source } from './source.js';
import type { SourceContext } from './source-map.js';

/** What was found, with the lines of its source as they may leave the server. */
export function withScrubbedContext<Found extends { source: Source } | { problem: string }>(found: Found): Found {
  if (!('source' in found) || !found.source.context) return found;
  return { ...found, source: { ...found.source, context: scrubContext(found.source.context) } };
}

/** The lines of a source as they may leave the server: somebody may have written a password there. A secret may have several lines. */
export function scrubContext({ before, line, after }: SourceContext): SourceContext {
  const scrubbed = scrubLines([...before, line, ...after]);
  const at = before.length;
  return { before: scrubbed.slice(0, at), line: scrubbed[at] ?? masked, after: scrubbed.slice(at + 1) };
}

// A line within a key whose first line, which names it, is further up.
const encoded = /^\s*["'`]?[A-Za-z\d+/=_-]{60,}\W{0,5}(?:\\n\W{0,5})?$/;

/** As many lines as there were, each in its place. */
function scrubLines(lines: string[]): string[] {
  const scrubbed = scrub(lines.map((line) => (encoded.test(line) ? masked : line)).join('\n')).split('\n');
  if (scrubbed.length === lines.length) return scrubbed;
  let start = 0;
  while (start < scrubbed.length && scrubbed[start] === lines[start]) start += 1;
  let left = 0; // At the end.
  while (left < scrubbed.length - start && scrubbed.at(-1 - left) === lines.at(-1 - left)) left += 1;
  return lines.map((line, index) => (index < start || index >= lines.length - left ? line : masked));
}
