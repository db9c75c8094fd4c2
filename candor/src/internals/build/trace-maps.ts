import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { filesIn } from './files-in.js';

/** A list of files that one entry of a build needs, relative to the list. Turbopack's have a hash for each, in the same order. */
type Trace = { files: string[]; fileHashes?: string[] };

const endOfTrace = '.nft.json';
const ofInstrumentation = `server/instrumentation.js${endOfTrace}`;

/**
 * Has source maps deployed with what they are of: standalone output and platforms copy what these lists name. Each goes to the lists
 * with its script, one that no list has the script of (of browsers, of the edge runtime) to that of `instrumentation`, which every
 * Node server loads. `outputFileTracingIncludes` cannot do this: Turbopack looks for its files while it compiles, when there are no
 * maps yet.
 * @param maps relative to the build's folder
 * @throws Error where a list cannot be read or written
 */
export function traceMaps(distFolder: string, maps: readonly string[]): void {
  const traces = filesIn(join(distFolder, 'server'))
    .filter((file) => file.endsWith(endOfTrace))
    .map((file) => `server/${file}`);
  const known = new Set(maps);
  const untraced = new Set(maps);
  const hash = memoized((map: string) => hashOf(join(distFolder, map))); // Most are in many lists.
  const isLast = (trace: string) => trace === ofInstrumentation;
  for (const trace of [...traces.filter((each) => !isLast(each)), ...traces.filter(isLast)]) {
    const list = JSON.parse(readFileSync(join(distFolder, trace), 'utf8')) as Trace;
    const added = new Set(mapsOf(trace, list).filter((map) => known.has(map)));
    for (const map of added) untraced.delete(map);
    if (isLast(trace)) for (const map of untraced) added.add(map);
    if (added.size > 0) writeFileSync(join(distFolder, trace), JSON.stringify(withMaps(trace, list, [...added], hash)));
  }
}

/** The names of the maps of the scripts that a list has. */
function mapsOf(trace: string, { files }: Trace): string[] {
  const scripts = files.map((file) => posix.join(posix.dirname(trace), file));
  return [trace.slice(0, -endOfTrace.length), ...scripts].map((script) => `${script}.map`);
}

function withMaps(trace: string, list: Trace, maps: readonly string[], hash: (map: string) => string): Trace {
  const files = new Set(list.files);
  const named = maps.map((map) => ({ map, path: posix.relative(posix.dirname(trace), map) }));
  const missing = named.filter(({ path }) => !files.has(path));
  // At the end, because other parts of a list name files by their places in it.
  return {
    ...list,
    files: [...list.files, ...missing.map(({ path }) => path)],
    ...(list.fileHashes && { fileHashes: [...list.fileHashes, ...missing.map(({ map }) => hash(map))] }),
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
