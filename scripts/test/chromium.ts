import { spawnSync } from 'node:child_process';
import { CommandError } from '../run/cli';
import { startTool, type Environment } from '../run/processes';
import { canInstallPackages, installPackage } from './debian-package';

const installed = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Path of a working Chromium, which is installed first if there is none; `undefined` if it is Playwright's own. */
export async function findOrInstallChromium(env: Environment): Promise<string | undefined> {
  const path = findChromium();
  if (path) return path;
  if (canInstallPackages()) {
    if (await installPackage('chromium')) return findChromium();
  } else {
    console.log("Installing Playwright's Chromium …");
    if ((await startTool('playwright', ['install', 'chromium'], env).ended) === 0) return undefined;
  }
  throw new CommandError('Chromium was not installed, and the browser tests need it.');
}

// Some distributions have a stub at these paths that asks for another package, so the program is run.
function findChromium(): string | undefined {
  return installed.find((path) => spawnSync(path, ['--version'], { stdio: 'ignore' }).status === 0);
}
