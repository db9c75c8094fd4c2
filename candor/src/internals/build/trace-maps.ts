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
  const untraced = new Set(maps);
  const added = new Map(traces.map((trace) => [trace, mapsOf(distFolder, trace, new Set(maps))]));
  for (const map of [...added.values()].flat()) untraced.delete(map);
  added.get(ofInstrumentation)?.push(...untraced);
  for (const [trace, of] of added) if (of.length > 0) add(distFolder, trace, of);
}

function mapsOf(distFolder: string, trace: string, maps: ReadonlySet<string>): string[] {
  const scripts = read(distFolder, trace).files.map((file) => posix.join(posix.dirname(trace), file));
  const own = trace.slice(0, -endOfTrace.length);
  return [...new Set([own, ...scripts])].map((script) => `${script}.map`).filter((map) => maps.has(map));
}

function add(distFolder: string, trace: string, maps: readonly string[]): void {
  const { files, fileHashes, ...others } = read(distFolder, trace);
  const named = maps.map((map) => ({ map, path: posix.relative(posix.dirname(trace), map) }));
  const missing = named.filter(({ path }) => !files.includes(path));
  // At the end, because other parts of a list name files by their places in it.
  const whole: Trace = {
    ...others,
    files: [...files, ...missing.map(({ path }) => path)],
    ...(fileHashes && { fileHashes: [...fileHashes, ...missing.map(({ map }) => hashOf(join(distFolder, map)))] }),
  };
  writeFileSync(join(distFolder, trace), JSON.stringify(whole));
}

function read(distFolder: string, trace: string): Trace {
  return JSON.parse(readFileSync(join(distFolder, trace), 'utf8')) as Trace;
}

/** In the form of Turbopack's. It says whether a file is the same as in another list. */
function hashOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 32);
}
