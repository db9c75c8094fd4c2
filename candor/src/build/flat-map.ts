import { encodedMap, FlattenMap } from '@jridgewell/trace-mapping';
import { isRecord } from '../shared/is-record.js';

type Sectioned = ConstructorParameters<typeof FlattenMap>[0] & object;

/** A source map without sections. It has other fields too, such as a debug id. */
export type FlatMap = {
  /** The name of the script. */
  file?: string;
  mappings: string;
  sources: (string | null)[];
  sourcesContent?: (string | null)[];
  ignoreList?: number[];
};

// Turbopack's largest chunk of a site of 300 pages has some ten thousand. An array is made for each, so an offset costs memory.
const maxLines = 1_000_000;

/**
 * A map of sections as one map with the same sources, contents and names, under its debug id; a flat one as it is. Turbopack writes
 * a section for each module, which costs every reader the time to join them, and not every service reads them (Bugsink does not).
 * @throws Error where it is not JSON, or not a map
 */
export function flatMap(text: string): FlatMap {
  const map: unknown = JSON.parse(text);
  const lines = linesOf(map);
  if (Number.isNaN(lines)) throw new Error('it is not a source map');
  if (lines > maxLines) throw new Error(`it has more than ${maxLines} lines`);
  const { sections, ...rest } = map as FlatMap & { sections?: unknown };
  return sections ? { ...rest, ...(encodedMap(new FlattenMap(map as Sectioned)) as FlatMap) } : rest;
}

/** How many lines of code a map speaks of. Not a number for what is no map. */
function linesOf(map: unknown): number {
  if (!isRecord(map)) return NaN;
  if (!Array.isArray(map.sections)) return isFlat(map) ? map.mappings.split(';').length : NaN;
  return Math.max(
    0,
    ...map.sections.map((section: unknown) => {
      const line = isRecord(section) && isRecord(section.offset) ? section.offset.line : undefined;
      return Number(line) + linesOf(isRecord(section) ? section.map : undefined);
    }),
  );
}

function isFlat(map: Record<string, unknown>): map is Record<string, unknown> & FlatMap {
  const { mappings, sources, sourcesContent = [], ignoreList = [] } = map;
  const areTexts = (list: unknown) =>
    Array.isArray(list) && list.every((each: unknown) => each === null || typeof each === 'string');
  return typeof mappings === 'string' && areTexts(sources) && areTexts(sourcesContent) && Array.isArray(ignoreList);
}
