import { encodedMap, FlattenMap } from '@jridgewell/trace-mapping';
import { isRecord } from '../shared/is-record.js';

type Sectioned = ConstructorParameters<typeof FlattenMap>[0] & object;

// Turbopack's largest chunk of a site of 300 pages has some ten thousand. An array is made for each, so an offset costs memory.
const maxLines = 1_000_000;

/**
 * A map of sections as one map with the same sources, contents and names, under its debug id; a flat one as it is. Turbopack writes
 * a section for each module, which costs every reader the time to join them, and not every service reads them (Bugsink does not).
 * @throws Error where it is not JSON, or not a map
 */
export function flatMap(text: string): string {
  if (!text.includes('"sections"')) return text; // Most are flat, and not worth the parser's time.
  const map: unknown = JSON.parse(text);
  if (isRecord(map) && !('sections' in map)) return text;
  const lines = linesOf(map);
  if (Number.isNaN(lines)) throw new Error('it is not a source map');
  if (lines > maxLines) throw new Error(`it has more than ${maxLines} lines`);
  const sectioned = map as Sectioned;
  return JSON.stringify({ ...sectioned, sections: undefined, ...encodedMap(new FlattenMap(sectioned)) });
}

/** How many lines of code a map speaks of. Not a number for what is no map. */
function linesOf(map: unknown): number {
  if (!isRecord(map)) return NaN;
  if (!Array.isArray(map.sections)) return typeof map.mappings === 'string' ? map.mappings.split(';').length : NaN;
  return Math.max(
    0,
    ...map.sections.map((section: unknown) => {
      const line = isRecord(section) && isRecord(section.offset) ? section.offset.line : undefined;
      return Number(line) + linesOf(isRecord(section) ? section.map : undefined);
    }),
  );
}
