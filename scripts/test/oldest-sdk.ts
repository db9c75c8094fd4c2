import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { startProcess, type Environment } from '../run/processes';
import { root } from '../run/root';

const folder = join(root, 'tests/oldest-sdk');

/** The folder that has the oldest version of the SDK, installed by its lock. `undefined`: npm could not. */
export async function findOrInstallOldestSdk(env: Environment): Promise<string | undefined> {
  // npm writes this lock after a complete installation.
  if (existsSync(join(folder, 'node_modules/.package-lock.json'))) return folder;
  const args = ['ci', '--legacy-peer-deps', '--ignore-scripts', '--no-bin-links', '--no-audit', '--no-fund'];
  return (await startProcess('npm', args, { env, cwd: folder }).ended) === 0 ? folder : undefined;
}
