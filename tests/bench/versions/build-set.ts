import { join } from 'node:path';
import { copyRepository } from '../../../scripts/run/copy-repository';
import { CommandError } from '../../../scripts/run/cli';
import { startProcess } from '../../../scripts/run/processes';
import { root } from '../../../scripts/run/root';
import { installVersions } from '../../../scripts/versions/install-versions';
import { publishedVersions } from '../../../scripts/versions/published-versions';
import type { VersionSet } from '../../../scripts/versions/version-sets';
import { siteServerFile } from '../build-site';

/** The server files of a build with other versions. */
export type SetFiles = { candor: string; bare: string; wizard: string };

/**
 * Builds a copy of the application and of the sites it is compared with, with these versions.
 * @returns packages that were not to be had at the version that others ask for, too
 * @throws CommandError that says why it could not be built
 */
export async function buildSet(set: VersionSet): Promise<{ files: SetFiles; overrides: Record<string, string> }> {
  const folder = join(root, '.bench/versions', set.name);
  copyRepository(folder);
  const overrides = await installVersions(folder, set.packages, publishedVersions);
  const args = ['scripts/bootstrap.mjs', 'bench', 'builds'];
  const status = await startProcess(process.execPath, args, { cwd: folder }).ended;
  if (status !== 0) throw new CommandError(`The build ended with status ${status}.`);
  const candor = join(folder, '.next/standalone/server.js');
  return {
    files: { candor, bare: siteServerFile('bare', folder), wizard: siteServerFile('wizard', folder) },
    overrides,
  };
}
