import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { namedFunctions } from './named-functions.js';
import { namesFromApplication } from './names-from-application.js';
import { sourcesOfOthers } from './sources-of-others.js';
import { browserMapsFolder } from '../shared/browser-maps-folder.js';
import { functionsField, sectionsOf, type BundlerMap, type FlatMap, type NamedFunction } from '../sources/chunk-map.js';
import { mapLimits } from '../sources/find-source.js';

export type MapKeeper = {
  /**
   * Writes the map of a chunk, as a bundler made it, where a server reads it: with the functions of the team's sources. Maps of server
   * and browser name sources alike, and say which ones are not the team's.
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

  function functionsIn(content: string | null | undefined): NamedFunction[] | null {
    if (typeof content !== 'string') return null;
    const functions = known.get(content) ?? namedFunctions(content) ?? null;
    known.set(content, functions);
    return functions;
  }

  return {
    keep(chunk, from) {
      checkSize(statSync(from).size);
      const map = JSON.parse(readFileSync(from, 'utf8')) as BundlerMap;
      const flat = sectionsOf(map).map((section) => section.map);
      // Of all sections at once: one source alone may have the name of another one.
      const names = namesFromApplication(flat.flatMap(sourcesWithRoot), chunk, build);
      for (const part of flat) {
        part.sources = names.splice(0, part.sources.length);
        delete part.sourceRoot;
        const ignored = (part.ignoreList = sourcesOfOthers(part, chunk, build));
        // Those of others are not worth the time: 3 ms a source.
        const functions = part.sources.map((_, index) =>
          ignored.includes(index) ? null : functionsIn(part.sourcesContent?.[index]),
        );
        part[functionsField] = functions;
      }
      const text = JSON.stringify(map);
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

// `SourceMap` of Node ignores the root.
function sourcesWithRoot({ sources, sourceRoot = '', mappings }: FlatMap): (string | null)[] {
  if (typeof mappings !== 'string') throw new Error('it is not a source map');
  const root = sourceRoot.replace(/([^/])$/, '$1/');
  return sources.map((source) => source && root + source);
}

const megabyte = 1024 * 1024;

/** Those of a script of 10 MB are as large, and no server reads larger ones. */
function checkSize(bytes: number): void {
  if (bytes > mapLimits.maxFileBytes) throw new Error(`it is larger than ${mapLimits.maxFileBytes / megabyte} MB`);
}
