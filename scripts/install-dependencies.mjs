import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError } from './command.mjs';
import { startProcess } from './processes.mjs';
import { root } from './root.mjs';

// `npm ci` removes node_modules first, so this file is there only after an installation that came to its end.
const stampFile = join(root, 'node_modules/.installed-package-lock.sha256');

export async function installDependencies() {
  const stamp = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;

  console.log('Installing dependencies (about a minute) …');
  const status = await npm(['ci', '--include=dev', '--no-audit', '--no-fund']);
  if (status !== 0) throw new CommandError(`Dependencies were not installed: npm ci ended with status ${status}.`);
  writeFileSync(stampFile, stamp);
}

async function npm(args) {
  try {
    return await startProcess('npm', args).ended;
  } catch (error) {
    throw new CommandError(`Dependencies were not installed: npm cannot be started (${error.message}).`);
  }
}
