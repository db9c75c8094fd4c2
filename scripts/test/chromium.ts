import { spawnSync } from 'node:child_process';
import { CommandError } from '../run/cli';
import { startTool, type Environment } from '../run/processes';
import { canInstallPackages, installPackage } from './debian-package';

// Chromium without the parts that only a person needs: pages start in half of the processor time.
const headlessShell = '/usr/bin/chromium-headless-shell';
const others = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Path of a working Chromium, which is installed first if there is none; `undefined` if it is Playwright's own. */
export async function findOrInstallChromium(env: Environment): Promise<string | undefined> {
  if (works(headlessShell)) return headlessShell;
  if (canInstallPackages() && (await installPackage('chromium-headless-shell'))) return headlessShell;
  const path = others.find(works);
  if (path) return path;
  if (!canInstallPackages()) {
    console.log("Installing Playwright's Chromium …");
    if ((await startTool('playwright', ['install', 'chromium'], env).ended) === 0) return undefined;
  }
  throw new CommandError('Chromium was not installed, and the browser tests need it.');
}

// Some distributions have a stub at these paths that asks for another package, so the program is run.
function works(path: string): boolean {
  return spawnSync(path, ['--version'], { stdio: 'ignore' }).status === 0;
}
