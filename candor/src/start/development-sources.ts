import { developmentOrigins } from '../internals/development-frames.js';
import { distFolder } from '../internals/server/dist-folder.js';
import { chunkOfFrame, type Place } from '../sources/chunk-of-frame.js';
import type { Source } from '../sources/find-source.js';
import { mapError } from '../sources/stack-text.js';
import { placesOf, type FindSources } from '../failures/waiting-lines.js';

// `about://React/Server/file:///…` is what React makes of frames that it passes on.
const ofBundlerOrReact = /^(?:webpack-internal|about|rsc):/;

/** Finds the sources that the development server's own overlay shows. */
export function developmentSources(
  server = `http://localhost:${process.env.PORT ?? 3000}`,
  dist = distFolder(),
): FindSources {
  const folder = dist.replaceAll('\\', '/');
  const isOfBuild = ({ file }: Place) => ofBundlerOrReact.test(file) || chunkOfFrame(file, { folder }) !== undefined;
  return {
    isOfBuild,
    async mapError(error) {
      const places = placesOf(error).filter(isOfBuild);
      const sources = new Map<string, Source>();
      try {
        for (const [index, origin] of (await developmentOrigins(places, server)).entries()) {
          if (!places[index] || !origin?.file || origin.ignored || !origin.line1) continue;
          const { file, line1: line, column1: column = 1 } = origin;
          const found = { file: file.replace(/^\.\//, ''), line, column: column ?? 1, inApp: true };
          sources.set(keyOf(places[index]), { ...found, isMinified: false });
        }
      } catch (error) {
        console.warn('The development server could not resolve the frames of an error.', error);
      }
      return sources.size > 0 ? mapError(error, (place) => sources.get(keyOf(place))) : undefined;
    },
  };
}

const keyOf = ({ file, line, column }: Place) => `${line}:${column}:${file}`;
