import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServedBuild } from './served-build.js';

/** The documents among the files of a folder, which are served as they are called. */
export function pagesIn(folder: string, files: readonly string[], basePath: string): ServedBuild['pages'] {
  return files
    .filter((file) => file.endsWith('.html'))
    .map((file) => {
      const path = `${basePath}/${file}`;
      return { paths: [path], files: [path], html: readFileSync(join(folder, file), 'utf8'), changing: undefined };
    });
}
