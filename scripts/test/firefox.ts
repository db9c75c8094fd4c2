import { spawnSync } from 'node:child_process';
import { canInstallPackages, installPackage } from './debian-package';

const path = '/usr/bin/firefox-esr';

/** Path of Debian's Firefox, which is installed first if there is none. If `undefined`, the tests in it are skipped. */
export async function findOrInstallFirefox(): Promise<string | undefined> {
  if (works()) return path;
  if (canInstallPackages() && (await installPackage('firefox-esr')) && works()) return path;
  console.log('There is no Firefox: the tests in it are skipped.');
  return undefined;
}

function works(): boolean {
  return spawnSync(path, ['--version'], { stdio: 'ignore' }).status === 0;
}
