import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../../scripts/run/root';
import { inputFiles } from '../../scripts/build/build-fingerprint';
import { endAtExit } from './stop-with-tests';

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
  for (const file of inputFiles(root)) await cp(join(root, file), join(folder, file));
  await run('cp', ['-r', join(root, 'candor/dist'), join(folder, 'candor/dist')]); // `npm run build` has made it.
  // Hard links: Turbopack follows no symbolic link out of the folder that it builds, and a copy would be 800 MB.
  await run('cp', ['-al', join(root, 'node_modules'), join(folder, 'node_modules')]);
  if (existsSync(join(root, cache))) await run('cp', ['-r', join(root, cache), join(folder, cache)]);
  return folder;
}

/** For a build that no other one follows in its folder: it leaves the compiler's cache as it is, which takes time to write. */
export const builtOnce = { TURBO_ENGINE_READ_ONLY: '1' };

/** Builds the folder of a site by Next's own command alone; gives back what that printed. */
export async function buildByNext(folder: string, env: Record<string, string>): Promise<string> {
  const built = run(process.execPath, [join(folder, 'node_modules/next/dist/bin/next'), 'build'], {
    cwd: folder,
    env: { PATH: process.env.PATH, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1', ...builtOnce, ...env },
  });
  endAtExit(built.child);
  const { stdout, stderr } = await built;
  return stdout + stderr;
}
