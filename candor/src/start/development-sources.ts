import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { resolveDevelopmentFrames } from '../internals/development-frames.js';
import { distFolder } from '../internals/server/dist-folder.js';
import { chunkOfFrame, type Place } from '../sources/chunk-of-frame.js';
import type { Source } from '../sources/find-source.js';
import { mapEvent } from '../sources/map-event.js';
import { mapError, placeOf, type FindSource } from '../sources/stack-text.js';
import { placesOf } from '../failures/waiting-lines.js';
import type { Sources } from './open-sources.js';

// `about://React/Server/file:///…` is what React makes of frames that it passes on.
const ofBundlerOrReact = /^(?:webpack-internal|about|rsc):/;

/** Finds the sources that the development server's own overlay shows. */
export function developmentSources(
  server = `http://localhost:${process.env.PORT ?? 3000}`,
  dist = distFolder(),
): Sources {
  const folder = dist.replaceAll('\\', '/');
  const chunkOf = ({ file }: Place) => chunkOfFrame(file, { folder });
  const isOfBuild = (place: Place) => ofBundlerOrReact.test(place.file) || chunkOf(place) !== undefined;
  // Next knows files, and browsers the addresses of their scripts.
  const fileOf = (place: Place) => (chunkOf(place) ? pathToFileURL(join(dist, chunkOf(place) ?? '')).href : place.file);

  /** @returns `undefined`: no source is found */
  async function findAll(all: Place[], isServer: boolean): Promise<FindSource | undefined> {
    const places = all.filter(isOfBuild);
    const sources = new Map<string, Source>();
    try {
      const asked = places.map((place) => ({ ...place, file: fileOf(place) }));
      const found = places.length > 0 ? await resolveDevelopmentFrames(asked, isServer, server) : [];
      for (const [index, place] of places.entries())
        if (found[index]) sources.set(placeOf(place), { ...found[index], isMinified: false });
    } catch (error) {
      console.warn('The development server could not resolve the frames of an error.', error);
    }
    return sources.size > 0 ? (place) => sources.get(placeOf(place)) : undefined;
  }

  return {
    buildId: 'development',
    isOfBuild,
    async mapError(error) {
      const find = await findAll(placesOf(error), true);
      return find && mapError(error, find);
    },
    async mapEvent(json, { madeBy }) {
      const event: unknown = JSON.parse(Buffer.from(json).toString());
      const places: Place[] = [];
      mapEvent(event, (place) => void places.push(place));
      const find = await findAll(places, madeBy === 'server');
      if (!find) return undefined;
      mapEvent(event, find);
      return Buffer.from(JSON.stringify(event));
    },
    counts: () => ({}),
    close() {},
  };
}
