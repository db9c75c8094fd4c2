import { existsSync } from 'node:fs';
import { startProcess } from './processes.mjs';

/** Whether this system and this user can install packages of Debian's. */
export const canInstallPackages = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

/** Installs a package of Debian's. Resolves to whether it did. */
export async function installPackage(name) {
  console.log(`Installing ${name} with apt-get …`);
  const command = `apt-get update && apt-get install -y --no-install-recommends ${name}`;
  return (await startProcess('sh', ['-c', command]).ended) === 0;
}
