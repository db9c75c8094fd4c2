import { basename, dirname, join } from 'node:path';
import { namedFunctions } from '../build/named-functions.js';
import { filesIn } from '../internals/build/files-in.js';
import { browserMapsFolder } from '../shared/browser-maps-folder.js';
import type { Place } from '../sources/chunk-of-frame.js';
import type { MapProblemReason } from '../sources/map-problem.js';
import { mapLimits, readMaps } from '../sources/read-maps.js';
import type { Source } from '../sources/source.js';
import { mapFrames } from '../sources/stack-text.js';
import { CommandError } from '../application/read-application.js';
import { buildIn } from './build-folder.js';

const maxText = 10_000_000;

/**
 * Prints the source of a place in a build's code, with the lines around it, or of each frame of a text.
 * @param text a place such as `chunk.js:1:20444`, a stack, or lines of a log in JSON
 * @param folder of the application, or of a build
 * @returns the status of the process: 0, a source was found; 1, none
 * @throws CommandError where there is nothing to look in, or for
 */
export function where(text: string, folder: string, { print }: { print(text: string): void }): 0 | 1 {
  const build = buildIn(folder);
  const chunks = chunksIn(build);
  if (chunks.length === 0) throw new CommandError(`${build} has no source maps: was it built with sourceMaps: false?`);
  const [alone] = /^(?!\s*at\s)[^\n{]+:\d{1,9}:\d{1,9}$/.exec(text.trim()) ?? [];
  const lines = alone === undefined ? stacksIn(text.slice(0, maxText)) : `    at ${alone}`;

  const project = dirname(build);
  const find = readMaps({ folder: build, project, maps: foldersOfMaps(build) }, mapLimits, namedFunctions);
  const found: Source[] = [];
  const problems = new Map<string, string>();
  const mapped = mapFrames(lines, (place) => {
    const file = chunkNamed(place.file, chunks);
    const result = file === undefined ? undefined : find({ ...place, file: `${build}/${file}` });
    if (result && 'source' in result) found.push(result.source);
    else if (result) problems.set(placeOf(place), inWords[result.problem]);
    else if (alone !== undefined) problems.set(placeOf(place), inWords['no map']);
    return result && 'source' in result ? result.source : undefined;
  });

  if (alone === undefined) print(mapped);
  const shown = found.find(({ inApp }) => inApp) ?? found[0];
  if (shown) print(excerpt(shown));
  for (const [place, problem] of problems) print(`${place}: ${problem}`);
  if (!shown && problems.size === 0) print(`No frame of it is of the build in ${build}.`);
  return shown ? 0 : 1;
}

const placeOf = ({ file, line, column }: Place) => `${file}:${line}:${column}`;

/** What each means for somebody who holds an old log. */
const inWords: Record<MapProblemReason, string> = {
  'not of this build': 'The file is not a chunk of this build.',
  'no map':
    'The build has no map of this file. Chunks have other names in each build: is it the one that wrote the log?',
  'too large': 'The map of this file is too large to be read.',
  'not JSON': 'The map of this file is truncated, or is not JSON.',
  'not a source map': 'The map of this file is not a source map of version 3.',
  'bad mappings': 'The map of this file is damaged.',
  'of another file': 'The map beside this file is of another file.',
  'no position': 'The map of this file has no source for this place: is it the build that wrote the log?',
  'source outside the project': 'The map of this file names a source outside of the project.',
};

const foldersOfMaps = (build: string) => [build, `${build}/${browserMapsFolder}`];

/** The chunks that have a map, as paths below the build. */
function chunksIn(build: string): string[] {
  return foldersOfMaps(build)
    .flatMap((folder) => ['server', 'static'].map((name) => ({ folder, name })))
    .flatMap(({ folder, name }) => filesIn(join(folder, name)).map((path) => `${name}/${path}`))
    .filter((path) => /\.[cm]?js\.map$/.test(path) && !path.startsWith(`${browserMapsFolder}/`))
    .map((path) => path.replace(/\.map$/, ''));
}

/** The chunk of a file that stood in another folder, on another machine, or of which only the name is left. */
function chunkNamed(file: string, chunks: readonly string[]): string | undefined {
  const path = decoded(file.replaceAll('\\', '/').replace(/[?#].*$/, ''));
  const whole = chunks.filter((chunk) => path === chunk || path.endsWith(`/${chunk}`));
  const named = whole.length > 0 ? whole : chunks.filter((chunk) => chunk.endsWith(`/${path.replace(/^\.\//, '')}`));
  if (named.length > 1)
    throw new CommandError(`Several files of the build are called ${basename(path)}: ${named.join(', ')}`);
  return named[0];
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** The text, in which a line of JSON is replaced by the stacks that it has. */
function stacksIn(text: string): string {
  return text.split('\n').flatMap(stacksOfLine).join('\n');
}

function stacksOfLine(line: string): string[] {
  if (!line.trimStart().startsWith('{')) return [line];
  const stacks: string[] = [];
  try {
    JSON.parse(line, (_, value: unknown) => {
      if (typeof value === 'string' && /\n\s+at /.test(value)) stacks.push(value);
      return value;
    });
  } catch {
    return [line]; // Not JSON, so it is a line of the stack.
  }
  return stacks.length > 0 ? stacks : [line];
}

function excerpt({ file, line, column, function: around, context }: Source): string {
  const title = `${file}:${line}:${column}${around === undefined ? '' : ` in ${around}`}`;
  if (!context) return title;
  const { before, line: shown, after } = context;
  const width = String(line + after.length).length;
  const numbered = [...before, shown, ...after].map((code, index) => {
    const number = line - before.length + index;
    return `${number === line ? '>' : ' '} ${String(number).padStart(width)} | ${code}`;
  });
  return ['', title, ...numbered].join('\n');
}
