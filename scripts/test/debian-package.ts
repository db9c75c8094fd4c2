import { existsSync } from 'node:fs';
import { startProcess } from '../run/processes';

/** Whether this is a Debian system and this user may install packages. */
export const canInstallPackages = (): boolean => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

/** Resolves to whether the Debian package was installed. Of what apt-get prints only errors are shown. */
export async function installPackage(name: string): Promise<boolean> {
  console.log(`Installing ${name} with apt-get …`);
  const command = `apt-get -qq update && apt-get -qq install -y --no-install-recommends ${name}`;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', DEBCONF_NOWARNINGS: 'yes' };
  return (await startProcess('sh', ['-c', command], { env, stdio: ['ignore', 'ignore', 'inherit'] }).ended) === 0;
}
