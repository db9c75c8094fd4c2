import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { distFolder } from '../../internals/server/dist-folder.js';
import { patch } from './patches.js';

const own = patch('routes-manifest');

type Route = { page: string; pattern: RegExp };

/**
 * Returns a function that gives the pattern of the route of a path, as `/items/[id]`. It reads the build's manifest of routes
 * at its first call. `undefined`: the path is that of no route (a rewrite, a 404), or there is no manifest.
 * @param folder that of the build's output
 */
export function createPageRoutes(folder = distFolder()): (path: string) => string | undefined {
  let routes: { basePath: string; all: Route[] } | undefined;

  return (path) => {
    const { basePath, all } = (routes ??= readRoutes(folder));
    const isBelow = path === basePath || path.startsWith(`${basePath}/`);
    if (!isBelow) return undefined;
    const own = path.slice(basePath.length) || '/';
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
