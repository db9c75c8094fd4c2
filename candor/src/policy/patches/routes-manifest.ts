import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { distFolder } from '../../internals/server/dist-folder.js';
import { patch } from './patches.js';

const own = patch('routes-manifest');

type Route = { page: string; pattern: RegExp };

/** The function returns the route of a path, such as `/items/[id]`, and reads the build's manifest at its first call. */
export function createPageRoutes(folder = distFolder()): (path: string) => string | undefined {
  let routes: { basePath: string; all: Route[] } | undefined;

  return (path) => {
    const { basePath, all } = (routes ??= readRoutes(folder));
    if (!path.startsWith(basePath)) return undefined;
    const own = path.slice(basePath.length) || '/'; // Every pattern begins with a slash.
    return all.find(({ pattern }) => pattern.test(own))?.page;
  };
}

type Manifest = Record<'staticRoutes' | 'dynamicRoutes', { page: string; regex: string }[]> & { basePath: string };

function readRoutes(folder: string): { basePath: string; all: Route[] } {
  try {
    const manifest = JSON.parse(readFileSync(join(folder, 'routes-manifest.json'), 'utf8')) as Manifest;
    // Next tries those without parameters first, and has sorted the others.
    const listed = [...manifest.staticRoutes, ...manifest.dynamicRoutes];
    const all = listed.map(({ page, regex }) => ({ page, pattern: new RegExp(regex) }));
    own.seen();
    return { basePath: manifest.basePath, all };
  } catch (error) {
    own.fail(error);
    return { basePath: '', all: [] };
  }
}
