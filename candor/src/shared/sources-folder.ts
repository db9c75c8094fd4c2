/** Relative to the folder of the build, and never served: the thread that reads the maps, and the `id` of the build. */
export const sourcesFolder = 'server/candor';

/** The source maps of the browser's chunks: that of `static/chunks/a.js` is `server/browser-maps/static/chunks/a.js.map`. */
export const browserMapsFolder = 'server/browser-maps';
