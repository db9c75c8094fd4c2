import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { filesIn } from './files-in.js';

/** A list of files that one entry of a build needs, relative to the list. Turbopack's have a hash for each, in the same order. */
type Trace = { files: string[]; fileHashes?: string[] };

const endOfTrace = '.nft.json';
const ofInstrumentation = `server/instrumentation.js${endOfTrace}`;

/**
 * Has files deployed with a build: standalone output and platforms copy what these lists name. The source map of a script goes to the lists
 * with its script; one that no list has the script of (of browsers, of the edge runtime) and every other file to that of
 * `instrumentation`, which every Node server loads. `outputFileTracingIncludes` cannot do this: Turbopack looks for its files while it compiles, when there are no
 * maps yet.
 * @param added relative to the build's folder
 * @throws Error where a list cannot be read or written
 */
export function traceFiles(distFolder: string, added: readonly string[]): void {
  const traces = filesIn(join(distFolder, 'server'))
    .filter((file) => file.endsWith(endOfTrace))
    .map((file) => `server/${file}`);
  const known = new Set(added);
  const untraced = new Set(added);
  const hash = memoized((file: string) => hashOf(join(distFolder, file))); // Most are in many lists.
  const isLast = (trace: string) => trace === ofInstrumentation;
  for (const trace of [...traces.filter((each) => !isLast(each)), ...traces.filter(isLast)]) {
    const list = JSON.parse(readFileSync(join(distFolder, trace), 'utf8')) as Trace;
    const more = new Set(mapsOf(trace, list).filter((map) => known.has(map)));
    for (const map of more) untraced.delete(map);
    if (isLast(trace)) for (const file of untraced) more.add(file);
    if (more.size > 0) writeFileSync(join(distFolder, trace), JSON.stringify(withFiles(trace, list, [...more], hash)));
  }
}

/** The names of the maps of the scripts that a list has. */
function mapsOf(trace: string, { files }: Trace): string[] {
  const scripts = files.map((file) => posix.join(posix.dirname(trace), file));
  return [trace.slice(0, -endOfTrace.length), ...scripts].map((script) => `${script}.map`);
}

function withFiles(trace: string, list: Trace, added: readonly string[], hash: (file: string) => string): Trace {
  const files = new Set(list.files);
  const named = added.map((file) => ({ file, path: posix.relative(posix.dirname(trace), file) }));
  const missing = named.filter(({ path }) => !files.has(path));
  // At the end, because other parts of a list name files by their places in it.
  return {
    ...list,
    files: [...list.files, ...missing.map(({ path }) => path)],
    ...(list.fileHashes && { fileHashes: [...list.fileHashes, ...missing.map(({ file }) => hash(file))] }),
  };
}

/** In the form of Turbopack's. It says whether a file is the same as in another list. */
function hashOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 32);
}

function memoized<Result>(of: (key: string) => Result): (key: string) => Result {
  const known = new Map<string, Result>();
  return (key) => {
    const result = known.get(key) ?? of(key);
    known.set(key, result);
    return result;
  };
}
