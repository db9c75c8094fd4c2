import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { flatMap } from './flat-map.js';
import { functionsOfSources } from './functions-of-sources.js';
import { namesFromApplication } from './names-from-application.js';
import { sourcesOfOthers } from './sources-of-others.js';
import { browserMapsFolder } from '../shared/browser-maps-folder.js';
import { mapLimits } from '../sources/read-maps.js';
import { functionsField, type NamedFunction } from '../sources/source-map.js';

export type MapKeeper = {
  /**
   * Reads the map of a chunk as a bundler made it, and writes it as a server reads it: without sections, with the functions of the
   * team's sources. Maps of server and browser name sources alike, and say which ones are not the team's.
   * @param chunk as a path below the folder of the build
   * @param from the file of its map
   * @throws Error saying why that cannot be done; then nothing is written
   */
  keep(chunk: string, from: string): void;
  /** The files that were written, as paths below the folder of the build. */
  kept(): string[];
  /** That of their content: of another build it is another. */
  id(): string;
};

/** @param build absolute folders, as Next passes them */
export function createMapKeeper({ distDir, projectDir }: { distDir: string; projectDir: string }): MapKeeper {
  const known = new Map<string, NamedFunction[] | null>(); // Chunks share sources.
  const kept: string[] = [];
  const hash = createHash('sha256');
  const build = { folder: withSlashes(distDir), project: withSlashes(projectDir) };
  return {
    keep(chunk, from) {
      checkSize(statSync(from).size);
      const map = flatMap(readFileSync(from, 'utf8'));
      map.file = posix.basename(chunk); // Two scripts may have one map.
      map.sources = namesFromApplication(map.sources, chunk, build);
      map.ignoreList = sourcesOfOthers(map, chunk, build);
      const text = JSON.stringify({ ...map, [functionsField]: functionsOfSources(map, known) });
      checkSize(Buffer.byteLength(text));
      const to = chunk.startsWith('static/') ? `${browserMapsFolder}/${chunk}.map` : `${chunk}.map`;
      mkdirSync(dirname(join(distDir, to)), { recursive: true });
      writeFileSync(join(distDir, to), text);
      kept.push(to);
      hash.update(text);
    },
    kept: () => kept,
    id: () => hash.copy().digest('hex').slice(0, 32),
  };
}

const withSlashes = (path: string) => path.replaceAll('\\', '/');

const megabyte = 1024 * 1024;

/** Those of a script of 10 MB are as large, and no server reads larger ones. */
function checkSize(bytes: number): void {
  if (bytes > mapLimits.maxFileBytes) throw new Error(`it is larger than ${mapLimits.maxFileBytes / megabyte} MB`);
}
