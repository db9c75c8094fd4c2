import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startProcess } from '../run/processes';
import { root } from '../run/root';
import { canInstallPackages, installPackage } from './debian-package';

// `python3` may be older than another one that is installed; Debian's own is the one whose `venv` apt-get can install.
const pythons = ['python3', 'python3.14', 'python3.13', 'python3.12', 'python3.11', '/usr/bin/python3'];
const isPinned = 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 14))';

/**
 * The folder of a virtual environment with these requirements, which is made first unless an earlier run has left it; or why there is
 * none.
 * @param name of what is installed
 * @param requirements the file that has their hashes, from the root of the repository
 */
export async function findOrMakeEnvironment(
  name: string,
  requirements: string,
): Promise<{ folder: string } | { missing: string }> {
  const python = findPython() ?? ((await installPython()) ? findPython() : undefined);
  if (python === undefined) return { missing: 'there is no Python from 3.11 to 3.14' };
  const folder = join(root, '.cache', name.toLowerCase());
  const fingerprintFile = join(folder, 'installed.sha256'); // Exists only after a complete installation.
  const fingerprint = fingerprintOf(python, join(root, requirements));
  if (existsSync(fingerprintFile) && readFileSync(fingerprintFile, 'utf8') === fingerprint) return { folder };

  console.log(`Installing ${name} with pip …`);
  rmSync(folder, { recursive: true, force: true });
  if (!(await makeEnvironment(python, folder))) return { missing: 'Python cannot make a virtual environment' };
  const args = [
    '--quiet',
    '--disable-pip-version-check',
    '--require-hashes',
    '--no-deps', // The file names all that is needed.
    '--only-binary=:all:',
    '-r',
    join(root, requirements),
  ];
  if (!(await run(join(folder, 'bin/python'), '-m', 'pip', 'install', ...args)))
    return { missing: `pip could not install ${name}` };
  writeFileSync(fingerprintFile, fingerprint);
  return { folder };
}

function findPython(): string | undefined {
  return pythons.find((path) => spawnSync(path, ['-c', isPinned], { stdio: 'ignore' }).status === 0);
}

/** Debian's, with what it needs to make a virtual environment. */
async function installPython(): Promise<boolean> {
  return canInstallPackages() && (await installPackage('python3-venv'));
}

async function makeEnvironment(python: string, folder: string): Promise<boolean> {
  if (await run(python, '-m', 'venv', folder)) return true;
  return (await installPython()) && run('/usr/bin/python3', '-m', 'venv', '--clear', folder);
}

async function run(file: string, ...args: string[]): Promise<boolean> {
  return (await startProcess(file, args).ended) === 0;
}

/** Another Python or other requirements need another environment. */
function fingerprintOf(python: string, requirements: string): string {
  const version = execFileSync(python, ['-c', 'import sys; print(sys.version, sys.base_prefix)']);
  return createHash('sha256').update(version).update(readFileSync(requirements)).digest('hex');
}
