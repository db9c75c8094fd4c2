import { SourceMap, type SourceMapping, type SourceMapPayload } from 'node:module';
import { MapProblem } from './map-problem.js';

/** What a function is called, and where it stands in its source. Lines count from 1, columns from 0. */
export type NamedFunction = [name: string, line: number, column: number, endLine: number, endColumn: number];

/** The field of a map that has the functions of each source, where the build has found them. */
export const functionsField = 'x_candor_functions';

/** A map without sections. */
export type FlatMap = Pick<SourceMapPayload, 'mappings'> & {
  sources: (string | null)[];
  sourcesContent?: (string | null)[];
  sourceRoot?: string;
  ignoreList?: number[];
  [functionsField]?: (NamedFunction[] | null)[];
};

/** A map as a bundler writes it: https://tc39.es/ecma426/#sec-source-map-format */
export type BundlerMap = FlatMap | { sections: Section[] };
type Section = { offset: { line: number; column: number }; map: FlatMap };

export type SourceContext = { before: string[]; line: string; after: string[] };

const contextLines = 5;
const contextLength = 300;

/** What a segment of the mappings takes in memory is some 25 times its text. */
const bytesPerCharacter = 25;
const maxMappingsLength = 6 * 1024 * 1024;

/** The sections of a map; a flat one is the only section of itself. */
export function sectionsOf(map: BundlerMap): Section[] {
  return 'sections' in map ? map.sections : [{ offset: { line: 0, column: 0 }, map }];
}

/** The source map of a chunk. Its mappings are decoded when a place is first asked for, those of one section at a time. */
export class ChunkMap {
  readonly #sections: (Section & { decoded?: SourceMap })[];
  /** What it takes of the memory, roughly. */
  readonly bytes: number;

  /** @throws Error where it is not a map */
  constructor(text: string) {
    this.#sections = sectionsOf(JSON.parse(text) as BundlerMap);
    const length = this.#sections.reduce((sum, { map }) => sum + map.mappings.length, 0);
    if (length > maxMappingsLength) throw new MapProblem('too large');
    this.bytes = 2 * text.length + bytesPerCharacter * length;
  }

  /**
   * Where a place comes from. All lines and columns count from 1.
   * @throws MapProblem where the place is of no source, another Error where the map is damaged
   */
  find(line: number, column: number) {
    const before = this.#sections.filter(
      ({ offset }) => offset.line < line - 1 || (offset.line === line - 1 && offset.column < column),
    );
    const section = before.at(-1);
    if (!section) throw new MapProblem('no position');
    const { offset, map } = section;
    const generatedLine = line - 1 - offset.line;
    const generatedColumn = generatedLine === 0 ? column - 1 - offset.column : column - 1;
    // Node takes a last segment without a source for one of the first source, unless a separator follows.
    const payload = { ...map, mappings: `${map.mappings};` } as unknown as SourceMapPayload;
    const decoded = (section.decoded ??= new SourceMap(payload));
    const entry = decoded.findEntry(generatedLine, generatedColumn) as Partial<SourceMapping & { name: unknown }>;
    // Node finds the last place before a line that has none, and reads damaged mappings as any numbers.
    const { originalSource: source, originalLine = -1, originalColumn = -1, name } = entry;
    if (
      entry.generatedLine !== generatedLine ||
      typeof source !== 'string' ||
      !(originalLine >= 0 && originalColumn >= 0)
    )
      throw new MapProblem('no position');
    const index = map.sources.indexOf(source);
    return {
      source,
      line: originalLine + 1,
      column: originalColumn + 1,
      /** What the identifier at this place is called in the source; not the function around it. */
      name: typeof name === 'string' ? name : undefined,
      function: functionAt(map[functionsField]?.[index] ?? [], originalLine + 1, originalColumn),
      /** Whether the source is not the team's. */
      isIgnored: map.ignoreList?.includes(index) === true,
      context: contextOf(map.sourcesContent?.[index], originalLine),
    };
  }
}

/** Functions stand in the order in which they begin, so the last one that contains the place is the innermost. */
function functionAt(functions: NamedFunction[], line: number, column: number): string | undefined {
  const around = functions.filter(([, fromLine, fromColumn, toLine, toColumn]) => {
    const begins = line > fromLine || (line === fromLine && column >= fromColumn);
    return begins && (line < toLine || (line === toLine && column < toColumn));
  });
  return around.at(-1)?.[0];
}

/** @param line counts from 0 */
function contextOf(content: unknown, line: number): SourceContext | undefined {
  if (typeof content !== 'string') return undefined;
  const lines = content
    .split('\n', line + 1 + contextLines)
    .slice(Math.max(0, line - contextLines))
    .map((text) => text.slice(0, contextLength).replace(/\r$/, ''));
  const at = Math.min(line, contextLines);
  const shown = lines[at];
  if (shown === undefined) return undefined; // The source is not the one that was compiled.
  return { before: lines.slice(0, at), line: shown, after: lines.slice(at + 1) };
}
