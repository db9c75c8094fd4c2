import { spawnSync } from 'node:child_process';
import { canInstallPackages, installPackage } from './debian-package';

const installed = ['/usr/bin/redis-server', 'redis-server'];

/** Path of a working redis-server, which is installed first if there is none. If `undefined`, the tests that need it are skipped. */
export async function findOrInstallRedis(): Promise<string | undefined> {
  const path = findRedis();
  if (path === undefined && canInstallPackages() && (await installPackage('redis-server'))) return findRedis();
  return path;
}

function findRedis(): string | undefined {
  return installed.find((path) => spawnSync(path, ['--version'], { stdio: 'ignore' }).status === 0);
}
