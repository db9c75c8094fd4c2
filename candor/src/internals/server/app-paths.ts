import * as paths from 'next/dist/shared/lib/router/utils/app-paths';
import { patch } from '../patch.js';

const own = patch('app-paths');
const normalize = paths.normalizeAppPath as typeof paths.normalizeAppPath | undefined;
if (normalize === undefined) own.fail(new Error('Next has no normalizeAppPath.'));

/** The route of the file of a page or handler: without its name, groups and slots. */
export function routeOfFile(path: string): string {
  if (normalize === undefined) return path;
  own.seen();
  return own.attempt(() => normalize(path), path);
}
