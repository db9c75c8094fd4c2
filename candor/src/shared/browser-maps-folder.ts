/**
 * Where a build keeps the source maps of its browser's chunks, relative to its own folder: that of `static/chunks/a.js` is
 * `server/browser-maps/static/chunks/a.js.map`. Nothing below `server` is served.
 */
export const browserMapsFolder = 'server/browser-maps';
