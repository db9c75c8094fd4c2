import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Build } from './change-config.js';
import type { Attempt } from './attempts.js';
import { createMapKeeper, type MapKeeper } from './keep-map.js';
import { takeBrowserMaps } from './take-browser-maps.js';
import { filesIn } from '../internals/build/files-in.js';
import { traceFiles } from '../internals/build/trace-files.js';
import { browserMapsFolder, sourcesFolder } from '../shared/sources-folder.js';

// This path is right from the sources of this package, too.
const compiledThread = fileURLToPath(new URL('../../dist/sources/worker.cjs', import.meta.url));

/** Puts source maps below `server`, deployed with it and not served. `keepsComments`: scripts stay as they are, as their hashes are known. */
export function keepSourceMaps(
  build: Build,
  attempt: Attempt,
  { keepsComments = false, thread = compiledThread } = {},
): void {
  const { distDir, isNotLast } = build;
  const keeper = createMapKeeper(build);
  attempt('static', 'may have source maps that are served', () =>
    takeBrowserMaps(distDir, attempt, keeper.keep, keepsComments),
  );
  attempt('server', 'has source maps that cannot be used to map stacks', () => keepServerMaps(build, attempt, keeper));
  if (keeper.kept().length === 0) return;

  const readers = [`${sourcesFolder}/worker.cjs`, `${sourcesFolder}/build.json`];
  const folder = join(distDir, sourcesFolder);
  const isReadable = attempt(sourcesFolder, 'is not complete, so its source maps cannot be read', () => {
    mkdirSync(folder, { recursive: true });
    copyFileSync(thread, join(folder, 'worker.cjs'));
    writeFileSync(join(folder, 'build.json'), JSON.stringify({ id: keeper.id() }));
  });
  if (isNotLast || !isReadable) return; // A list that names a file which was deleted would fail the build.
  attempt('server', 'has source maps that are not deployed', () => traceFiles(distDir, [...keeper.kept(), ...readers]));
}

function keepServerMaps({ distDir }: Build, attempt: Attempt, { keep }: MapKeeper): void {
  const maps = filesIn(join(distDir, 'server')).map((file) => `server/${file}`);
  for (const file of maps.filter((each) => each.endsWith('.map') && !each.startsWith(`${browserMapsFolder}/`))) {
    // Webpack's build renames this script to `middleware.js` at its end, and not its map.
    const chunk = file === 'server/proxy.js.map' ? 'server/middleware.js' : file.slice(0, -'.map'.length);
    attempt(file, 'cannot be used to map stacks', () => keep(chunk, join(distDir, file)));
  }
}
