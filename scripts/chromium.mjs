import { spawnSync } from 'node:child_process';
import { CommandError } from './command.mjs';
import { canInstallPackages, installPackage } from './debian-package.mjs';
import { startTool } from './processes.mjs';

const installed = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Path of a Chromium that runs, installed first if there is none; `undefined` if it is Playwright's own. */
export async function findOrInstallChromium(env) {
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

// Run, not only looked for: some distributions put a stub there that asks for another package.
function findChromium() {
  return installed.find((path) => spawnSync(path, ['--version'], { stdio: 'ignore' }).status === 0);
}
