/**
 * Relative to the folder of the build. `worker.cjs` is the thread that reads the maps, `build.json` has an `id` that no other build has.
 * Nothing below `server` is served.
 */
export const sourcesFolder = 'server/candor';

/** The source maps of the browser's chunks: that of `static/chunks/a.js` is `server/browser-maps/static/chunks/a.js.map`. */
export const browserMapsFolder = 'server/browser-maps';
