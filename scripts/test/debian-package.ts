import { existsSync } from 'node:fs';
import { startProcess } from '../run/processes';

/** Whether this is a Debian system and this user may install packages. */
export const canInstallPackages = (): boolean => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

// apt-get refuses to run twice at once, and steps that run beside each other may need the same package.
let last: Promise<unknown> = Promise.resolve();

/** Resolves to whether the Debian package was installed, or several with a space between them. Only the errors of apt-get are shown. */
export function installPackage(name: string): Promise<boolean> {
  const installed = last.then(() => install(name));
  last = installed.catch(() => undefined); // Its caller has the error.
  return installed;
}

async function install(name: string): Promise<boolean> {
  console.log(`Installing ${name} with apt-get …`);
  const command = `apt-get -qq update && apt-get -qq install -y --no-install-recommends ${name}`;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', DEBCONF_NOWARNINGS: 'yes' };
  return (await startProcess('sh', ['-c', command], { env, stdio: ['ignore', 'ignore', 'inherit'] }).ended) === 0;
}
