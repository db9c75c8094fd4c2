import { existsSync } from 'node:fs';
import { posix } from 'node:path';
import type { FlatMap } from '../sources/chunk-map.js';
import { sourceName } from '../sources/source-name.js';

/**
 * Which sources of a map are not the team's, by their numbers: those of packages, and all that are no files outside of them. A package
 * that has maps itself brings names that count from its own folders: webpack's build has Next's as `webpack://_N_E/../../../src/…`.
 * What a bundler has made up has no file, either.
 */
export function sourcesOfOthers(
  { sources, ignoreList = [] }: Pick<FlatMap, 'sources' | 'ignoreList'>,
  chunk: string,
  build: { folder: string; project: string },
): number[] {
  return [...sources.keys()].filter(
    (index) => ignoreList.includes(index) || !isFile(sources[index] ?? '', chunk, build),
  );
}

function isFile(source: string, chunk: string, build: { folder: string; project: string }): boolean {
  try {
    const { file, inApp } = sourceName(source, chunk, build);
    return inApp && existsSync(posix.join(build.project, file));
  } catch {
    return false; // A name outside of the project.
  }
}
