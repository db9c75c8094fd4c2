import { spawnSync } from 'node:child_process';
import { canInstallPackages, installPackage } from './debian-package';

// Debian installs it where only root's PATH looks.
const installed = ['/usr/sbin/nginx', 'nginx'];

/** Path of a working nginx, which is installed first if there is none. If `undefined`, the test that needs it says so. */
export async function findOrInstallNginx(): Promise<string | undefined> {
  const path = findNginx();
  if (path === undefined && canInstallPackages() && (await installPackage('nginx'))) return findNginx();
  return path;
}

function findNginx(): string | undefined {
  return installed.find((path) => spawnSync(path, ['-v'], { stdio: 'ignore' }).status === 0);
}
