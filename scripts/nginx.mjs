import { spawnSync } from 'node:child_process';
import { canInstallPackages, installPackage } from './debian-package.mjs';

// Debian has it where only root looks for programs.
const installed = ['/usr/sbin/nginx', 'nginx'];

/** Path of an nginx that runs, installed first if there is none; `undefined` if it cannot be: the test that needs it says so. */
export async function findOrInstallNginx() {
  const path = findNginx();
  if (path === undefined && canInstallPackages() && (await installPackage('nginx'))) return findNginx();
  return path;
}

function findNginx() {
  return installed.find((path) => spawnSync(path, ['-v'], { stdio: 'ignore' }).status === 0);
}
