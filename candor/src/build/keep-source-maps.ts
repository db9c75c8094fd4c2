import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { attempts } from './attempts.js';
import { readMap } from './read-map.js';
import { takeBrowserMaps } from './take-browser-maps.js';
import { filesIn } from '../internals/build/files-in.js';
import { traceMaps } from '../internals/build/trace-maps.js';

export type Keeping = {
  /** The scripts of the browser stay as they are, because their hashes are known already. */
  keepsComments?: boolean;
  /** Somebody may delete maps after us: a list that names a file which is not there would fail the build. */
  isNotLast?: boolean;
};

/**
 * Makes the source maps of a build what a server reads them as: flat, all below `server`, deployed with it, and none of them served.
 * Called when the code is compiled and no page is made yet. Never throws.
 * @param distFolder the folder of the build
 * @returns what did not work, each in a sentence; the build is as good without it
 */
export function keepSourceMaps(distFolder: string, { keepsComments, isNotLast }: Keeping = {}): string[] {
  const { attempt, sentences } = attempts();
  attempt('static', 'may have source maps that are served', () =>
    takeBrowserMaps(distFolder, attempt, { keepsComments }),
  );
  attempt('server', 'has source maps that are not deployed', () => {
    renameProxyMap(join(distFolder, 'server'));
    const maps = filesIn(join(distFolder, 'server')).filter((file) => file.endsWith('.map'));
    const readable = maps.filter((file) =>
      attempt(`server/${file}`, 'does not help to read stacks', () => flatten(join(distFolder, 'server', file))),
    );
    const deployed = isNotLast ? [] : readable.map((file) => `server/${file}`);
    traceMaps(distFolder, deployed);
  });
  return sentences();
}

/** Webpack's build calls this script `middleware.js` when all of it is made, and forgets the map. */
function renameProxyMap(folder: string): void {
  const map = join(folder, 'proxy.js.map');
  if (existsSync(map)) renameSync(map, join(folder, 'middleware.js.map'));
}

function flatten(file: string): void {
  const { written, flat } = readMap(file);
  if (flat !== written) writeFileSync(file, flat);
}
