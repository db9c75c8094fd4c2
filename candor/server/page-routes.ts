import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { distFolder } from '../policy/dist-folder';
import { isRecord } from '../is-record';

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

function readRoutes(folder: string): { basePath: string; all: Route[] } {
  const { basePath, staticRoutes, dynamicRoutes } = readManifest(join(folder, 'routes-manifest.json'));
  // Next tries those without parameters first, and has sorted the others.
  const listed = [staticRoutes, dynamicRoutes].flatMap((list): unknown[] => (Array.isArray(list) ? list : []));
  const all = listed.flatMap((route) =>
    isRecord(route) && typeof route.page === 'string' && typeof route.regex === 'string'
      ? { page: route.page, pattern: new RegExp(route.regex) }
      : [],
  );
  return { basePath: typeof basePath === 'string' ? basePath : '', all };
}

function readManifest(file: string): Record<string, unknown> {
  try {
    const manifest: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return isRecord(manifest) ? manifest : {};
  } catch {
    return {}; // Reports then name the path alone.
  }
}
