import { readFileSync, realpathSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { chunkOfFrame, type Place } from './chunk-of-frame.js';
import { MapProblem, type MapProblemReason } from './map-problem.js';
import { ChunkMap, type FunctionsOf } from './source-map.js';
import { findSource, type Source } from './source.js';

/** A build and its maps. Folders are absolute and have slashes. */
export type Build = {
  /** The folder of the build, as frames name it: `/srv/app/.next`. */
  folder: string;
  /** The folder that the names of sources are relative to, as frames name it. */
  project: string;
  /** Where the map of `server/chunks/a.js` is: below each of these in turn, as `server/chunks/a.js.map`. */
  maps: readonly string[];
};

type MapLimits = { maxFileBytes: number; maxCacheBytes: number };

/** The largest map of a Next application that we have seen is 5.5 MB. */
export const mapLimits: MapLimits = { maxFileBytes: 24 * 1024 * 1024, maxCacheBytes: 64 * 1024 * 1024 };

export type Found = { source: Source } | { problem: MapProblemReason };

/**
 * Finds the sources of places in a build, and keeps the maps that were used last. It blocks its thread.
 * @returns a function that never throws
 */
export function readMaps(build: Build, limits = mapLimits, functionsOf?: FunctionsOf): (place: Place) => Found {
  const cache = new Map<string, { map: ChunkMap | MapProblem; bytes: number }>();
  let bytes = 0;

  function mapOf(chunk: string): ChunkMap {
    const known = cache.get(chunk);
    cache.delete(chunk);
    const entry = known ?? read(chunk);
    bytes += known ? 0 : entry.bytes;
    cache.set(chunk, entry); // A Map keeps the order of insertion, so the first entry is the one to forget.
    for (const [oldest, { bytes: freed }] of cache) {
      if (bytes <= limits.maxCacheBytes) break;
      cache.delete(oldest);
      bytes -= freed;
    }
    if (entry.map instanceof MapProblem) throw entry.map;
    return entry.map;
  }

  /** A map that cannot be used is not read again: it may have taken long. One that is missing is not kept. */
  function read(chunk: string): { map: ChunkMap | MapProblem; bytes: number } {
    const file = findFile(chunk, build.maps);
    try {
      if (statSync(file).size > limits.maxFileBytes) throw new MapProblem('too large');
      const map = new ChunkMap(readFileSync(file, 'utf8'), chunk);
      return { map, bytes: map.bytes };
    } catch (problem) {
      if (!(problem instanceof MapProblem)) throw problem;
      return { map: problem, bytes: 1_000 };
    }
  }

  return (place) => {
    try {
      const chunk = chunkOfFrame(place.file, build);
      if (chunk === undefined) return { problem: 'not of this build' };
      return { source: findSource(mapOf(chunk), { ...place, chunk }, build, functionsOf) };
    } catch (error) {
      return { problem: error instanceof MapProblem ? error.reason : 'no map' };
    }
  };
}

/** A link that leads out of the folder is not followed. */
function findFile(chunk: string, folders: readonly string[]): string {
  for (const folder of folders) {
    const file = join(folder, `${chunk}.map`);
    if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) continue;
    if (realpathSync(file).startsWith(realpathSync(folder) + sep)) return file;
  }
  throw new MapProblem('no map');
}
