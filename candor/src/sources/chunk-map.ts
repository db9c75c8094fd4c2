import { SourceMap, type SourceMapping, type SourceMapPayload } from 'node:module';
import { oneLine } from '../scrubbing/log-format.js';

/** Why a frame stays as V8 gave it. The message is one of a few. */
export class MapProblem extends Error {}

/** Lines count from 1, columns from 0. */
export type NamedFunction = [name: string, line: number, column: number, endLine: number, endColumn: number];

/** The field of a map that has what the build knows of each source. `functions`: of the team's sources. */
export const sourcesField = 'x_candor_sources';
type KnownSource = { file: string; inApp: boolean; functions?: NamedFunction[] };

export type FlatMap = Pick<SourceMapPayload, 'mappings'> & {
  sources: (string | null)[];
  sourcesContent?: (string | null)[];
  sourceRoot?: string;
  ignoreList?: number[];
  [sourcesField]?: (KnownSource | null)[];
};

/** A map as a bundler writes it: https://tc39.es/ecma426/#sec-source-map-format */
export type BundlerMap = FlatMap | { sections: Section[] };
type Section = { offset: { line: number; column: number }; map: FlatMap };

export type SourceContext = { before: string[]; line: string; after: string[] };

const contextLines = 5;
const contextLength = 300;
/** A name cannot break a line, move a cursor or hide what follows it. */
const clean = (name: string) => oneLine(name, 300);

/** What a segment of the mappings takes in memory is some 25 times its text. */
const bytesPerCharacter = 25;
const maxMappingsLength = 6 * 1024 * 1024;

export function sectionsOf(map: BundlerMap): Section[] {
  return 'sections' in map ? map.sections : [{ offset: { line: 0, column: 0 }, map }];
}

/** The source map of a chunk. The mappings of a section are decoded when they are first needed. */
export class ChunkMap {
  readonly #sections: (Section & { decoded?: SourceMap })[];
  readonly bytes: number;

  /** @throws Error where it is not a map */
  constructor(text: string) {
    this.#sections = sectionsOf(JSON.parse(text) as BundlerMap);
    const length = this.#sections.reduce((sum, { map }) => sum + map.mappings.length, 0);
    if (length > maxMappingsLength) throw new MapProblem('too large');
    this.bytes = 2 * text.length + bytesPerCharacter * length;
  }

  /** Lines and columns count from 1. @throws MapProblem: the place is of no source. Another Error: the map is damaged */
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
    const entry = decoded.findEntry(generatedLine, generatedColumn) as Partial<SourceMapping>;
    // Node finds the last place before a line that has none, and reads damaged mappings as any numbers.
    const { originalSource = null, originalLine = -1, originalColumn = -1 } = entry;
    const index = map.sources.indexOf(originalSource);
    const source = map[sourcesField]?.[index];
    if (entry.generatedLine !== generatedLine || !source || !(originalLine >= 0 && originalColumn >= 0))
      throw new MapProblem('no position');
    const around = functionAt(source.functions ?? [], originalLine + 1, originalColumn);
    return {
      file: clean(source.file),
      line: originalLine + 1,
      column: originalColumn + 1,
      function: around && clean(around),
      inApp: source.inApp,
      context: contextOf(map.sourcesContent?.[index], originalLine),
    };
  }
}

/** Functions stand in the order in which they begin, so the last one around the place is the innermost. */
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
