import fs, { constants, type Stats } from 'node:fs';
import { mkdir, open, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { maxEnvelopeBytes } from './outbox-store';

// Every event passes through these, and those of `node:fs/promises` cost the process twice as much.
const lstat = promisify(fs.lstat);
const writeFile = promisify(fs.writeFile);
const rename = promisify(fs.rename);
const unlink = promisify(fs.unlink);

/** The file system calls; a test counts them, or makes one fail. */
export const disk = { lstat, mkdir, open, readdir, rename, stat, unlink, writeFile };
export type Disk = typeof disk;

// Opening a FIFO blocks, a link leads out of the folder, and a terminal takes hold of its reader.
const readOnly = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK | constants.O_NOCTTY;

/** One file cannot be used; the folder and all others may be fine. */
class UnusableFileError extends Error {
  override name = 'UnusableFileError';
}

/** The outbox's folder on disk, in which nothing is trusted. Every method throws the disk's own errors. */
export function createOutboxFolder(folder: string, disk: Disk) {
  const { lstat, mkdir, open, readdir, rename, stat, unlink, writeFile } = disk;
  const pathOf = (name: string) => join(folder, name);

  /** Node's own `recursive` never returns where a folder cannot be made below an existing one, as in `/proc`. */
  async function makeFolder(path: string): Promise<void> {
    try {
      await mkdir(path);
    } catch (error) {
      if (codeOf(error) === 'EEXIST' && (await stat(path)).isDirectory()) return;
      if (codeOf(error) !== 'ENOENT' || dirname(path) === path) throw error;
      await makeFolder(dirname(path));
      await unlessExists(mkdir(path)); // Another process may have been faster.
    }
  }

  return {
    /** A folder that is missing has nothing in it. */
    async list(): Promise<{ name: string; isFile: boolean }[]> {
      try {
        const found = await readdir(folder, { withFileTypes: true });
        return found.map((entry) => ({ name: entry.name, isFile: entry.isFile() }));
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return [];
        throw error;
      }
    },

    /** There is no folder before the first file, and somebody may remove it later. */
    async write(name: string, bytes: Uint8Array): Promise<void> {
      // Not synced to the disk itself: the file survives a kill of the process, not a power failure.
      const writeOnce = () => writeFile(pathOf(name), bytes, { flag: 'wx' });
      if (await unlessGone(writeOnce())) return;
      await makeFolder(folder);
      await writeOnce();
    },

    /** `undefined`: it is gone. */
    async measure(name: string): Promise<Stats | undefined> {
      try {
        return await lstat(pathOf(name));
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return undefined;
        throw error;
      }
    },

    /**
     * Reads a file of this size, if `claim`, called while the file is open and measured, returns true.
     * @throws UnusableFileError if it is not a regular file of this size
     */
    async read(name: string, bytes: number, claim: () => Promise<boolean>): Promise<Uint8Array | undefined> {
      const handle = await open(pathOf(name), readOnly);
      try {
        const reason = whyUnusable(await handle.stat(), bytes);
        if (reason !== undefined) throw new UnusableFileError(reason);
        if (!(await claim())) return undefined;
        const buffer = Buffer.allocUnsafe(bytes);
        for (let at = 0; at < bytes;) {
          const { bytesRead } = await handle.read(buffer, at, bytes - at, at);
          if (bytesRead === 0) throw new UnusableFileError('truncated while it was read');
          at += bytesRead;
        }
        return buffer;
      } finally {
        await handle.close();
      }
    },

    /** Whether there was such a file. */
    rename: (name: string, newName: string): Promise<boolean> => unlessGone(rename(pathOf(name), pathOf(newName))),
    remove: (name: string): Promise<boolean> => unlessGone(unlink(pathOf(name))),
    /** A text that changes with the folder's permissions; `undefined`: there is no folder. */
    async permissions(): Promise<string | undefined> {
      try {
        const { mode, uid, gid } = await stat(folder);
        return `${mode} ${uid} ${gid}`;
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return undefined;
        throw error;
      }
    },
  };
}

export type OutboxFolder = ReturnType<typeof createOutboxFolder>;

/** `undefined`: it is usable, a regular file of this size that has no other name outside the folder. */
export function whyUnusable(stats: Stats, bytes: number): string | undefined {
  if (!stats.isFile()) return 'not a regular file';
  if (stats.nlink > 1) return 'has another name elsewhere';
  if (stats.size !== bytes) return 'not of the size in its name';
  if (stats.size > maxEnvelopeBytes) return 'larger than any envelope';
  return undefined;
}

export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}

/** @returns `false` if the file is gone */
async function unlessGone(done: Promise<void>): Promise<boolean> {
  try {
    await done;
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

async function unlessExists(done: Promise<unknown>): Promise<void> {
  try {
    await done;
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}
