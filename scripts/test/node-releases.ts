import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startProcess, type Environment } from '../run/processes';
import { root } from '../run/root';

const folder = join(root, 'tests/node-releases');

type NodeRelease = { version: string; isInstalled: boolean; /** The program. */ file: string };

/** The releases of Node that `tests/node-releases/package.json` names, those for this machine's processor. */
export function nodeReleases(): NodeRelease[] {
  const { optionalDependencies } = readJson('package.json') as { optionalDependencies: Record<string, string> };
  const installed = installedVersions();
  return Object.entries(optionalDependencies)
    .filter(([name]) => name.endsWith('-x64'))
    .map(([name, source]) => {
      const version = source.slice(source.lastIndexOf('@') + 1);
      const place = `node_modules/${name.replace('x64', process.arch)}`;
      return { version, isInstalled: installed[place]?.version === version, file: join(folder, place, 'bin/node') };
    });
}

/** By the lock that npm writes after a complete installation. */
function installedVersions(): Record<string, { version?: string }> {
  const file = 'node_modules/.package-lock.json';
  if (!existsSync(join(folder, file))) return {};
  return (readJson(file) as { packages: Record<string, { version?: string }> }).packages;
}

/** Has npm bring those that are missing, which checks them by the hashes of the lock. */
export async function installNodeReleases(env: Environment): Promise<void> {
  if (nodeReleases().every(({ isInstalled }) => isInstalled)) return;
  console.log('Installing releases of Node (200 MB) …');
  const args = ['ci', '--include=optional', '--ignore-scripts', '--no-bin-links', '--no-audit', '--no-fund'];
  const status = await startProcess('npm', args, { env, cwd: folder }).ended;
  if (status !== 0) console.log(`npm ci ended with ${status}: the tests of other releases of Node are skipped.`);
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(join(folder, file), 'utf8'));
}
