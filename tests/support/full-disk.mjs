// Is loaded before a server of Next's, by `node --import`. The disk of its outbox is full from SIGWINCH on, until the next one.

import fs from 'node:fs';

const folder = process.env.OUTBOX_DIR ?? '';
let isFull = false;
process.on('SIGWINCH', () => {
  isFull = !isFull;
  fs.writeSync(1, `${JSON.stringify({ msg: isFull ? 'the disk is full' : 'the disk has room' })}\n`);
});

/** @param {unknown} file */
const full = (file) =>
  isFull && String(file).startsWith(folder)
    ? Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
    : undefined;

const { writeFile, writeFileSync } = fs;
Reflect.set(fs, 'writeFile', (/** @type {unknown[]} */ ...args) => {
  const error = full(args[0]);
  if (!error) return Reflect.apply(writeFile, fs, args);
  process.nextTick(/** @type {(error: Error) => void} */ (args.at(-1)), error);
});
Reflect.set(fs, 'writeFileSync', (/** @type {unknown[]} */ ...args) => {
  const error = full(args[0]);
  if (error) throw error;
  return Reflect.apply(writeFileSync, fs, args);
});
