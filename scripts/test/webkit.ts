import { spawnSync } from 'node:child_process';
import { canInstallPackages, installPackage } from './debian-package';

const path = '/usr/bin/WebKitWebDriver';
const display = 'Xvfb';

/** Path of the driver of Debian's WebKitGTK, which is installed first if there is none. If `undefined`, the tests in it are skipped. */
export async function findOrInstallWebKit(): Promise<string | undefined> {
  if (works()) return path;
  if (canInstallPackages() && (await installPackage('webkit2gtk-driver xvfb')) && works()) return path;
  console.log('There is no WebKitGTK: the tests in it are skipped.');
  return undefined;
}

function works(): boolean {
  return [path, display].every((program) => spawnSync(program, ['-help'], { stdio: 'ignore' }).error === undefined);
}
