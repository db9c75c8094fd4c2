import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { namedFunctions } from './named-functions.js';
import { sourceFiles } from './source-files.js';
import { browserMapsFolder } from '../shared/sources-folder.js';
import { sectionsOf, sourcesField, type BundlerMap, type FlatMap, type NamedFunction } from '../sources/chunk-map.js';
import { mapLimits } from '../sources/find-source.js';

export type MapKeeper = ReturnType<typeof createMapKeeper>;

export function createMapKeeper({ distDir, projectDir }: { distDir: string; projectDir: string }) {
  const known = new Map<string, NamedFunction[]>(); // Chunks share sources.
  const kept: string[] = [];
  const hash = createHash('sha256');
  const build = { folder: withSlashes(distDir), project: withSlashes(projectDir) };

  function functionsIn(content: string): NamedFunction[] {
    const functions = known.get(content) ?? namedFunctions(content);
    known.set(content, functions);
    return functions;
  }

  return {
    /**
     * Writes the map of a chunk where a server reads it, with the files of its sources, and the functions and text of the team's.
     * @param chunk as a path below the folder of the build
     * @param from the file of its map, as a bundler made it
     * @throws Error saying why that cannot be done; then nothing is written
     */
    keep(chunk: string, from: string): void {
      checkSize(statSync(from).size);
      const map = JSON.parse(readFileSync(from, 'utf8')) as BundlerMap;
      const flat = sectionsOf(map).map((section) => section.map);
      // For all sections at once: a source alone may have the name of another one.
      const files = sourceFiles(flat.flatMap(sourcesWithRoot), chunk, build);
      for (const part of flat) {
        part[sourcesField] = files.splice(0, part.sources.length).map((named, index) => {
          const content = part.sourcesContent?.[index];
          if (named?.inApp && !part.ignoreList?.includes(index))
            return content ? { ...named, functions: functionsIn(content) } : named; // Only the team's: 3 ms a source.
          if (content) part.sourcesContent?.splice(index, 1, null); // Of packages: most of a map. Frames keep file and line.
          return named && { ...named, inApp: false };
        });
      }
      const text = JSON.stringify(map);
      checkSize(Buffer.byteLength(text));
      const to = chunk.startsWith('static/') ? `${browserMapsFolder}/${chunk}.map` : `${chunk}.map`;
      mkdirSync(dirname(join(distDir, to)), { recursive: true });
      writeFileSync(join(distDir, to), text);
      kept.push(to);
      hash.update(text);
    },
    /** The written files, as paths below the folder of the build. */
    kept: () => kept,
    /** A hash of their content. */
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

/** A script of 10 MB has one as large, and no server reads larger ones. */
function checkSize(bytes: number): void {
  if (bytes > mapLimits.maxFileBytes) throw new Error(`it is larger than ${mapLimits.maxFileBytes / 1024 ** 2} MB`);
}
