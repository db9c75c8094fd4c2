/**
 * Where a build keeps what finds its sources, relative to its own folder: `worker.cjs`, the thread that reads the maps, and
 * `build.json`. Nothing below `server` is served.
 */
export const sourcesFolder = 'server/candor';

/** The content of `build.json`. */
export type BuiltSources = {
  /** Unlike that of every other build. */
  id: string;
  /** The application's folder, relative to that of the build: `..` */
  project: string;
};
