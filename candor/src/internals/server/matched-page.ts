import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { patch } from '../patch.js';
import { routeOfFile } from './app-paths.js';
import { distFolder } from './dist-folder.js';

const own = patch('matched-page');

/**
 * What has made a document: `page` is a page of the App Router, as Next itself says. `path of a page`: Next does not say it, and
 * the request's path is that of one; a rewrite or the proxy may have led elsewhere.
 */
export type Maker = 'page' | 'path of a page' | 'other';

type Requested = Pick<IncomingMessage, 'url'> & { [meta]?: { match?: { definition?: { page?: unknown } } } };
const meta = Symbol.for('NextInternalRequestMeta');

/**
 * Returns a function that tells what made the response to a request. Its first call reads the build's manifest of the App Router.
 * @param routeOf the route of a path; `undefined`: it has none
 */
export function createMakerOf(
  routeOf: (path: string) => string | undefined,
  folder = distFolder(),
): (request: IncomingMessage) => Maker {
  let pages: { files: Set<string>; routes: Set<string> } | undefined;

  return (request: Requested) =>
    own.attempt(() => {
      const { files, routes } = (pages ??= readPages(folder));
      const page = request[meta]?.match?.definition?.page;
      if (typeof page === 'string') {
        own.seen();
        return files.has(page) ? 'page' : 'other';
      }
      const route = routeOf(request.url?.split('?', 1)[0] ?? '');
      return route !== undefined && routes.has(route) ? 'path of a page' : 'other';
    }, 'other');
}

function readPages(folder: string): { files: Set<string>; routes: Set<string> } {
  const manifest = JSON.parse(readFileSync(join(folder, 'server/app-paths-manifest.json'), 'utf8')) as object;
  const files = Object.keys(manifest).filter((file) => file.endsWith('/page')); // Those of handlers end with `/route`.
  return { files: new Set(files), routes: new Set(files.map(routeOfFile)) };
}
