import { readFileSync, realpathSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { ChunkMap, MapProblem, type SourceContext } from './chunk-map.js';
import { chunkOfFrame, type Place } from './chunk-of-frame.js';

/** Folders are absolute and have slashes. */
export type Build = {
  /** The folder of the build, as frames name it: `/srv/app/.next`. */
  folder: string;
  /** Where the map of `server/chunks/a.js` is: below each of these in turn, as `server/chunks/a.js.map`. */
  maps: readonly string[];
};

/** `file`: relative to the project; of packages `node_modules/pkg/…`. */
export type Source = Place & {
  /** The innermost function with a name. */
  function?: string;
  inApp: boolean;
  /** `false`: the code has the names of its source, so V8 knows what the function is called. */
  isMinified?: false;
  context?: SourceContext;
};

export type Found = { source: Source } | { problem: string };

/** The largest map of a Next application that we have seen is 5.5 MB. */
export const mapLimits = { maxFileBytes: 24 * 1024 * 1024, maxCacheBytes: 96 * 1024 * 1024 };

/** @returns a function that keeps the maps which it has read, blocks its thread, and never throws */
export function sourceFinder(build: Build, limits = mapLimits): (place: Place) => Found {
  /** `undefined`: it cannot be used, which may have taken long to find out. */
  const maps = new Map<string, ChunkMap | undefined>();
  let bytes = 0;

  function mapOf(chunk: string): ChunkMap {
    if (!maps.has(chunk)) {
      const file = mapFile(chunk, build.maps);
      if (statSync(file).size > limits.maxFileBytes) throw new MapProblem('too large');
      maps.set(chunk, undefined);
      const read = new ChunkMap(readFileSync(file, 'utf8'));
      bytes += read.bytes;
      if (bytes > limits.maxCacheBytes) {
        maps.clear();
        bytes = read.bytes;
      }
      maps.set(chunk, read);
    }
    const map = maps.get(chunk);
    if (!map) throw new MapProblem('unusable map');
    return map;
  }

  return (place) => {
    try {
      const chunk = chunkOfFrame(place.file, build);
      if (chunk === undefined) return { problem: 'not of this build' };
      return { source: mapOf(chunk).find(place.line, place.column) };
    } catch (error) {
      return { problem: error instanceof MapProblem ? error.message : 'unusable map' };
    }
  };
}

/** A link that leads out of the folder is not followed. */
function mapFile(chunk: string, folders: readonly string[]): string {
  for (const folder of folders) {
    const file = join(folder, `${chunk}.map`);
    if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) continue;
    if (realpathSync(file).startsWith(realpathSync(folder) + sep)) return file;
  }
  throw new MapProblem('no map');
}
