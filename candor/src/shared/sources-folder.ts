// Where a build keeps what finds its sources, relative to its own folder. Nothing below `server` is served.

/** `worker.cjs`, the thread that reads the maps, and `build.json`, whose `id` is unlike that of every other build. */
export const sourcesFolder = 'server/candor';

/** The source maps of the browser's chunks: that of `static/chunks/a.js` is `server/browser-maps/static/chunks/a.js.map`. */
export const browserMapsFolder = 'server/browser-maps';
