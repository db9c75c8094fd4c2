import { decodeMappings, findRow, rowLength } from './decode-mappings.js';
import { MapProblem } from './map-problem.js';

/** What a function is called, and where it stands in its source. Lines count from 1, columns from 0. */
export type NamedFunction = [name: string, line: number, column: number, endLine: number, endColumn: number];

/** Takes too long for a server that fails: a build, or a person, can wait for it. */
export type FunctionsOf = (content: string) => NamedFunction[] | undefined;

/** Where a place of a chunk comes from. `line` and `column` count from 1, as in a stack. */
type Origin = {
  /** As the map has it. */
  source: string;
  line: number;
  column: number;
  /** What the identifier at this place is called in the source; not the function around it. */
  name?: string;
  /** The innermost function with a name, where the map has a list of them. */
  function?: string;
  /** Whether the compiler says that the source is not the team's. */
  isIgnored: boolean;
  context?: SourceContext;
};

export type SourceContext = { before: string[]; line: string; after: string[] };

type FlatMap = {
  sources: string[];
  contents: unknown[];
  names: unknown[];
  ignored: ReadonlySet<unknown>;
  functions: unknown[];
  rows: Int32Array;
};
type Section = { line: number; column: number; map: FlatMap };

/** The field of a map that has the functions of each source: an array of `NamedFunction[]` or `null`, as `sourcesContent`. */
export const functionsField = 'x_candor_functions';

const maxSections = 100_000;
const contextLines = 5;
const contextLength = 300;

/** A source map, flat or of sections, as https://tc39.es/ecma426/ describes it. It never reads another file. */
export class ChunkMap {
  readonly #sections: Section[];
  /** What it takes of the memory, roughly. */
  readonly bytes: number;

  /**
   * @param text the file
   * @param chunk the name of the file that the map must be of
   * @throws MapProblem
   */
  constructor(text: string, chunk: string) {
    const map = parse(text);
    if (typeof map.file === 'string' && map.file !== '' && lastName(map.file) !== lastName(chunk))
      throw new MapProblem('of another file');
    this.#sections = Array.isArray(map.sections)
      ? readSections(map.sections)
      : [{ line: 0, column: 0, map: readFlat(map) }];
    // Text of one byte a character and its strings' heads, and the rows.
    this.bytes = this.#sections.reduce((sum, { map: { rows } }) => sum + rows.byteLength, 2 * text.length);
  }

  /**
   * @param functionsOf finds the functions of a source of which the map has no list
   * @throws MapProblem where the place is of no source
   */
  find(line: number, column: number, functionsOf?: FunctionsOf): Origin {
    const place = { line: line - 1, column: column - 1 };
    const section = this.#sections.filter((each) => !isAfter(each, place)).at(-1);
    if (!section) throw new MapProblem('no position');
    const { map } = section;
    const inLine = place.line - section.line;
    const row = findRow(map.rows, inLine, inLine === 0 ? place.column - section.column : place.column);
    const [, , source = -1, sourceLine = 0, sourceColumn = 0, name = -1] =
      row < 0 ? [] : map.rows.subarray(row, row + rowLength);
    if (source < 0) throw new MapProblem('no position');
    const content = map.contents[source];
    const functions = map.functions[source] ?? (typeof content === 'string' ? functionsOf?.(content) : undefined);
    return {
      source: map.sources[source] ?? '',
      line: sourceLine + 1,
      column: sourceColumn + 1,
      ...textField('name', map.names[name]),
      ...textField('function', functionAt(functions, sourceLine + 1, sourceColumn)),
      isIgnored: map.ignored.has(source),
      ...contextOf(content, sourceLine),
    };
  }
}

const lastName = (path: string) => path.slice(path.lastIndexOf('/') + 1);

const isAfter = (section: Section, place: { line: number; column: number }) =>
  section.line > place.line || (section.line === place.line && section.column > place.column);

function parse(text: string): Record<string, unknown> {
  let map: unknown;
  try {
    // A first line `)]}'` keeps browsers from running it: https://tc39.es/ecma426/#sec-source-map-format
    map = JSON.parse(text.startsWith(")]}'") ? text.slice(text.indexOf('\n')) : text);
  } catch {
    throw new MapProblem('not JSON');
  }
  return record(map);
}

function record(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) throw new MapProblem('not a source map');
  return value as Record<string, unknown>;
}

function readSections(sections: unknown[]): Section[] {
  if (sections.length > maxSections) throw new MapProblem('too large');
  let last = { line: 0, column: 0 };
  return sections.map((each) => {
    const section = record(each);
    const { line, column } = record(section.offset);
    if (!isCount(line) || !isCount(column)) throw new MapProblem('not a source map');
    const read = { line, column, map: readFlat(record(section.map)) };
    if (isAfter({ ...read, ...last }, read)) throw new MapProblem('not a source map');
    last = read;
    return read;
  });
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

function readFlat(map: Record<string, unknown>): FlatMap {
  const { version, sources, mappings, sourceRoot = '' } = map;
  if (version !== 3 || !Array.isArray(sources) || typeof mappings !== 'string')
    throw new MapProblem('not a source map');
  const names = listOf(map.names);
  const root = typeof sourceRoot === 'string' && sourceRoot !== '' ? `${sourceRoot.replace(/\/$/, '')}/` : '';
  return {
    sources: sources.map((source) => (typeof source === 'string' ? root + source : '')),
    contents: listOf(map.sourcesContent),
    names,
    ignored: new Set(listOf(map.ignoreList ?? map.x_google_ignoreList)),
    functions: listOf(map[functionsField]),
    rows: decodeMappings(mappings, { sources: sources.length, names: names.length }),
  };
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

function textField<Name extends string>(name: Name, value: unknown): { [name in Name]?: string } {
  return typeof value === 'string' && value !== '' ? ({ [name]: value } as { [name in Name]?: string }) : {};
}

/** Functions stand in the order in which they begin, so the last one that contains the place is the innermost. */
function functionAt(functions: unknown, line: number, column: number): unknown {
  const around = listOf(functions).filter((each) => {
    const numbers = listOf(each).slice(1);
    if (numbers.length !== 4 || !numbers.every(isCount)) return false;
    const [, fromLine, fromColumn, toLine, toColumn] = each as NamedFunction;
    const begins = line > fromLine || (line === fromLine && column >= fromColumn);
    return begins && (line < toLine || (line === toLine && column < toColumn));
  });
  return listOf(around.at(-1))[0];
}

function contextOf(content: unknown, line: number): { context?: SourceContext } {
  if (typeof content !== 'string') return {};
  const lines = linesAround(content, line);
  const at = Math.min(line, contextLines);
  const shown = lines[at];
  if (shown === undefined) return {}; // The source is not the one that was compiled.
  return { context: { before: lines.slice(0, at), line: shown, after: lines.slice(at + 1) } };
}

/** The lines around one, each truncated. A source may be megabytes, so it is not split as a whole. */
function linesAround(content: string, line: number): string[] {
  let start = 0;
  for (let skip = line - contextLines; skip > 0; skip -= 1) {
    start = content.indexOf('\n', start) + 1;
    if (start === 0) return [];
  }
  const lines: string[] = [];
  for (let count = Math.min(line, contextLines) + 1 + contextLines; count > 0; count -= 1) {
    const end = content.indexOf('\n', start);
    lines.push(
      content
        .slice(start, end < 0 ? undefined : end)
        .replace(/\r$/, '')
        .slice(0, contextLength),
    );
    if (end < 0) break;
    start = end + 1;
  }
  return lines;
}
