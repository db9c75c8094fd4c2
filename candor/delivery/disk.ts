import fs from 'node:fs';
import { mkdir, open, readdir, stat, statfs } from 'node:fs/promises';
import { promisify } from 'node:util';

/**
 * The file system calls of the outbox; a test counts them, or makes one fail. Events pass through those that are made of
 * callbacks: the same ones of `node:fs/promises` cost the process twice as much.
 */
export const disk = {
  /** @see https://man7.org/linux/man-pages/man2/statfs.2.html */
  fileSystemType: async (path: string): Promise<number> => (await statfs(path)).type,
  lstat: promisify(fs.lstat),
  mkdir,
  open,
  readdir,
  rename: promisify(fs.rename),
  renameSync: fs.renameSync,
  stat,
  unlink: promisify(fs.unlink),
  unlinkSync: fs.unlinkSync,
  writeFile: promisify(fs.writeFile),
  writeFileSync: fs.writeFileSync,
};

export type Disk = typeof disk;
