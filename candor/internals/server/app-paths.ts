import * as paths from 'next/dist/shared/lib/router/utils/app-paths';
import { patch } from '../patch';

const own = patch('app-paths');

/** The route of the file of a page or handler: without its name, groups and slots. */
export function routeOfFile(path: string): string {
  return own.attempt(() => {
    const route = paths.normalizeAppPath(path);
    own.seen();
    return route;
  }, path);
}
