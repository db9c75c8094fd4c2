import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** A list of files that one entry of a build needs, relative to the list. Turbopack's have a hash for each, in the same order. */
type Trace = { files: string[]; fileHashes?: string[] };

/** Of the entry that every Node server loads. */
const trace = 'server/instrumentation.js.nft.json';

/**
 * Has files deployed with a build: standalone output and platforms copy what this list names. For `outputFileTracingIncludes`, Turbopack
 * looks for files while it compiles, when there are no maps yet.
 * @param added relative to the build's folder
 * @throws Error where the list cannot be read or written
 */
export function traceFiles(distFolder: string, added: readonly string[]): void {
  const file = join(distFolder, trace);
  if (!existsSync(file)) return; // There is no server, as in a static export.
  const list = JSON.parse(readFileSync(file, 'utf8')) as Trace;
  const named = added.map((path) => ({ path, inList: posix.relative(posix.dirname(trace), path) }));
  const missing = named.filter(({ inList }) => !list.files.includes(inList));
  // At the end, because other parts of a list name files by their places in it.
  list.files.push(...missing.map(({ inList }) => inList));
  list.fileHashes?.push(...missing.map(({ path }) => hashOf(join(distFolder, path))));
  writeFileSync(file, JSON.stringify(list));
}

/** In the form of Turbopack's. */
function hashOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 32);
}
