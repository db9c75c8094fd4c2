import fs from 'node:fs';
import { mkdir, open, readdir } from 'node:fs/promises';
import { promisify } from 'node:util';

/**
 * The file system calls of the outbox; a test counts them, or makes one fail. Events pass through those that are made of
 * callbacks: the same ones of `node:fs/promises` cost the process twice as much.
 */
export const disk = {
  lstat: promisify(fs.lstat),
  mkdir,
  open,
  readdir,
  renameSync: fs.renameSync,
  unlinkSync: fs.unlinkSync,
  writeFile: promisify(fs.writeFile),
  writeFileSync: fs.writeFileSync,
};

export type Disk = typeof disk;
