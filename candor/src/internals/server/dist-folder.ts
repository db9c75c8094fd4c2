import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { patch } from '../patch.js';
import { loadedModules } from './loaded-modules.js';

const own = patch('dist-folder');

/** The folder of the running server's build, `.next` or Next's `distDir`: Next has loaded `server/instrumentation.js` from there. */
export function distFolder(): string {
  const loadedFrom = own.attempt(
    () =>
      Object.keys(loadedModules())
        .filter((file) => /[\\/]server[\\/]instrumentation\.js$/.test(file))
        .map((file) => dirname(dirname(file)))
        .find((folder) => existsSync(join(folder, 'routes-manifest.json'))),
    undefined,
  );
  if (loadedFrom !== undefined) own.seen();
  else own.fail(new Error('Node has not loaded instrumentation.js of a build.'));
  return loadedFrom ?? join(/* turbopackIgnore: true */ process.cwd(), '.next');
}
