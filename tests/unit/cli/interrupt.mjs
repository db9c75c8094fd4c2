// Loaded before a command (`node --import`): kills it at one of its steps on the disk, or lets the disk be full.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const { at = 0, how, user } = JSON.parse(process.env.INTERRUPT ?? '{}');
const { accessSync, writeFileSync } = fs;
/** @type {string[]} */
const steps = [];

for (const name of /** @type {const} */ (['writeFileSync', 'mkdirSync', 'rmSync', 'rmdirSync'])) {
  const original = /** @type {(...args: unknown[]) => void} */ (fs[name]);
  Object.assign(fs, {
    /** @param {unknown[]} args */
    [name](...args) {
      steps.push(name);
      if (steps.length === at || (how === 'stays full' && steps.length > at)) interrupt(name, args);
      return original(...args);
    },
  });
}

/** @param {string} name @param {unknown[]} args */
function interrupt(name, [file, text, options]) {
  if (how === 'before') process.kill(process.pid, 'SIGKILL');
  if (name === 'writeFileSync') {
    const half = Buffer.from(String(text)).subarray(0, String(text).length / 2);
    writeFileSync(String(file), half, /** @type {fs.WriteFileOptions} */ (options));
  }
  if (how === 'halfway') process.kill(process.pid, 'SIGKILL');
  if (!name.startsWith('rm')) throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
}

if (user !== undefined)
  Object.assign(fs, {
    /** @param {Parameters<typeof accessSync>} args */
    accessSync(...args) {
      process.setuid?.(user); // Not from the start: who that is may not be permitted to read this repository.
      return accessSync(...args);
    },
  });

syncBuiltinESMExports();
process.on('exit', () => fs.writeSync(3, JSON.stringify(steps)));
