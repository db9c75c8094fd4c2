import { existsSync } from 'node:fs';
import { startProcess } from '../run/processes';

/** Whether this is a Debian system and this user may install packages. */
export const canInstallPackages = (): boolean => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

/** Resolves to whether the Debian package was installed. */
export async function installPackage(name: string): Promise<boolean> {
  console.log(`Installing ${name} with apt-get …`);
  const command = `apt-get update && apt-get install -y --no-install-recommends ${name}`;
  return (await startProcess('sh', ['-c', command]).ended) === 0;
}
