import { spawnSync } from 'node:child_process';
import { canInstallPackages, installPackage } from './debian-package';

// Programs of Debian, by name or by path. Each is installed first if there is none; if `undefined`, the test that needs it says so.

export const findOrInstallNginx = () => findOrInstall('nginx', ['/usr/sbin/nginx', 'nginx'], '-v'); // Only root's PATH has it.
export const findOrInstallRedis = () => findOrInstall('redis-server', ['/usr/bin/redis-server', 'redis-server']);
export const findOrInstallJq = () => findOrInstall('jq', ['jq']);

async function findOrInstall(name: string, paths: string[], version = '--version'): Promise<string | undefined> {
  const find = () => paths.find((path) => spawnSync(path, [version], { stdio: 'ignore' }).status === 0);
  const found = find();
  if (found === undefined && canInstallPackages() && (await installPackage(name))) return find();
  return found;
}
