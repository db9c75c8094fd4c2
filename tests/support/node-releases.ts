import { existsSync } from 'node:fs';
import { join } from 'node:path';
import manifest from './node-releases/package.json' with { type: 'json' };

const folder = join(import.meta.dirname, 'node-releases/node_modules');

/** The releases of Node that `tests/support/node-releases/package.json` names, those for this machine's processor, and where each is. */
export const nodeReleases = Object.entries(manifest.optionalDependencies)
  .filter(([name]) => name.endsWith('-x64'))
  .map(([name, source]) => ({
    version: source.slice(source.lastIndexOf('@') + 1),
    file: join(folder, name.replace('x64', process.arch), 'bin/node'),
  }))
  .map((release) => ({ ...release, isInstalled: existsSync(release.file) }));
