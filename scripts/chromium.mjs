import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { CommandError } from './command.mjs';
import { startProcess, startTool } from './processes.mjs';

const installed = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Path of a Chromium that runs, installed first if there is none; `undefined` if it is Playwright's own. */
export async function findOrInstallChromium(env) {
  const path = findChromium();
  if (path) return path;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('Installing Chromium with apt-get …');
    await runOrFail(
      startProcess('sh', ['-c', 'apt-get update && apt-get install -y --no-install-recommends chromium']),
    );
    return findChromium();
  }
  console.log("Installing Playwright's Chromium …");
  await runOrFail(startTool('playwright', ['install', 'chromium'], env));
  return undefined;
}

// Run, not only looked for: some distributions put a stub there that asks for another package.
function findChromium() {
  return installed.find((path) => spawnSync(path, ['--version'], { stdio: 'ignore' }).status === 0);
}

async function runOrFail({ ended }) {
  if ((await ended) !== 0) throw new CommandError('Chromium was not installed, and the browser tests need it.');
}
