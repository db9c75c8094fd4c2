import { developmentOrigins } from '../internals/development-frames.js';
import { distFolder } from '../internals/server/dist-folder.js';
import { chunkOfFrame, type Place } from '../sources/chunk-of-frame.js';
import type { Source } from '../sources/source.js';
import type { FindSources } from './waiting-lines.js';

// `webpack-internal:///(rsc)/./app/page.tsx`, and what React gives to frames that it passes on: `about://React/Server/file:///…`
const ofBundlerOrReact = /^(?:webpack-internal|about|rsc):/;

/** Finds the sources that the development server's own overlay shows. */
export function developmentSources(
  server = `http://localhost:${process.env.PORT ?? 3000}`,
  dist = distFolder(),
): FindSources {
  const folder = dist.replaceAll('\\', '/');
  return {
    isOfBuild: ({ file }) => ofBundlerOrReact.test(file) || chunkOfFrame(file, { folder }) !== undefined,
    async find(places) {
      const sources = new Map<string, Source>();
      try {
        const origins = await developmentOrigins(places, server);
        for (const [index, origin] of origins.entries()) {
          const place = places[index];
          if (!place || !origin?.file || origin.ignored || !origin.line1) continue;
          const file = origin.file.replace(/^\.\//, '');
          sources.set(keyOf(place), {
            file,
            line: origin.line1,
            column: origin.column1 ?? 1,
            inApp: true,
            isMinified: false,
          });
        }
      } catch (error) {
        console.warn('The development server could not resolve the frames of an error.', error);
      }
      return (place) => sources.get(keyOf(place));
    },
  };
}

const keyOf = ({ file, line, column }: Place) => `${line}:${column}:${file}`;
