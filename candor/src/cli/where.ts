import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { filesIn } from '../internals/build/files-in.js';
import { browserMapsFolder } from '../shared/sources-folder.js';
import { sourceFinder, type Source } from '../sources/find-source.js';
import { mapFrames, placeOf } from '../sources/stack-text.js';
import { CommandError, readConfig, settingOf } from '../application/read-application.js';

const maxText = 10_000_000;

/** Prints the source of a position such as `chunk.js:1:20444`, or of each frame of a stack or of a log in JSON. @returns 1: it found none */
export function where(text: string, folder: string, { print }: { print(text: string): void }): 0 | 1 {
  const build = buildIn(folder);
  const chunks = chunksIn(build);
  if (chunks.length === 0) throw new CommandError(`${build} has no source maps: was it built with sourceMaps: false?`);
  const [alone] = /^(?!\s*at\s)[^\n{]+:\d{1,9}:\d{1,9}$/.exec(text.trim()) ?? [];
  const lines = alone ? [`    at ${alone}`] : text.slice(0, maxText).split('\n').flatMap(stacksOfLine);

  const maps = [build, `${build}/${browserMapsFolder}`];
  const find = sourceFinder({ folder: build, maps });
  const found: Source[] = [];
  const problems = new Map<string, string>();
  const mapped = mapFrames(lines.join('\n'), (place) => {
    const file = chunkNamed(place.file, chunks);
    const result = file === undefined ? undefined : find({ ...place, file: `${build}/${file}` });
    if (result && 'source' in result) found.push(result.source);
    else if (result ?? alone) problems.set(placeOf(place), result?.problem ?? 'no map');
    return result && 'source' in result ? result.source : undefined;
  });

  if (alone === undefined) print(mapped);
  const shown = found.find(({ inApp }) => inApp) ?? found[0];
  if (shown) print(excerpt(shown));
  for (const [place, problem] of problems)
    print(`${place} has no source (${problem}). Is this the build that wrote the log?`);
  if (!shown && problems.size === 0) print(`No frame belongs to the build in ${build}.`);
  return shown ? 0 : 1;
}

/** @param folder of an application, or of a build. @throws CommandError where there is no build */
export function buildIn(folder: string): string {
  const names = ['', settingOf({ config: readConfig(folder) }, 'distDir') ?? '.next', '.next'];
  const build = names.map((name) => join(folder, name)).find((each) => existsSync(join(each, 'BUILD_ID')));
  if (build === undefined)
    throw new CommandError(`There is no build in ${folder}: no BUILD_ID in ${names[1]}. Name the folder with --build.`);
  return build.replaceAll('\\', '/').replace(/\/$/, '');
}

function chunksIn(build: string): string[] {
  return ['server', 'static']
    .flatMap((name) => filesIn(join(build, name)).map((path) => `${name}/${path}`))
    .filter((path) => /\.[cm]?js\.map$/.test(path))
    .map((path) => path.replace(/\.map$/, '').replace(`${browserMapsFolder}/`, ''));
}

/** The file may come from another folder or machine, or be only a name. */
function chunkNamed(file: string, chunks: readonly string[]): string | undefined {
  const address = file.replaceAll('\\', '/').replace(/[?#].*$/, '');
  const path = address.replaceAll(/%([2-7][\dA-F])/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
  const whole = chunks.filter((chunk) => path === chunk || path.endsWith(`/${chunk}`));
  const named = whole.length > 0 ? whole : chunks.filter((chunk) => chunk.endsWith(`/${path.replace(/^\.\//, '')}`));
  if (named.length > 1)
    throw new CommandError(`Several files of the build are called ${basename(path)}: ${named.join(', ')}`);
  return named[0];
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
