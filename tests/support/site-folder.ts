import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { copyInputFiles } from '../../scripts/build/build-inputs';

const root = join(import.meta.dirname, '../..');
const cache = '.next/cache';
const run = promisify(execFile);

/** Where the site of this name is built. */
export const siteFolder = (name: string): string => join(root, '.copies', name);

/**
 * Copies everything that a build is made from to the folder of a site, to build it with other pages or settings beside the build
 * under test. The copy starts with the compiler's cache of `npm run build`, which spares it two thirds of the work: Turbopack knows a
 * file by its path inside the folder, and by its contents.
 */
export async function makeSiteFolder(name: string): Promise<string> {
  const folder = siteFolder(name);
  await rm(folder, { recursive: true, force: true });
  await mkdir(join(folder, '.next'), { recursive: true });
  await copyInputFiles(root, folder);
  // Hard links: Turbopack follows no symbolic link out of the folder that it builds, and a copy would be 800 MB.
  await run('cp', ['-al', join(root, 'node_modules'), join(folder, 'node_modules')]);
  if (existsSync(join(root, cache))) await run('cp', ['-r', join(root, cache), join(folder, cache)]);
  return folder;
}
