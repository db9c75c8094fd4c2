import { constants, type Dirent, type Stats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { dirname, sep } from 'node:path';
import type { Disk } from './disk.js';
import { maxEnvelopeBytes } from '../../envelope/envelope-size.js';

// Opening a FIFO blocks, a link leads out of the folder, and a terminal becomes that of its reader.
const readOnly = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK | constants.O_NOCTTY;

/** So much is written synchronously, at less than a tenth of the processor time of the thread pool: 37 µs in place of 436. */
const maxSyncBytes = 64 * 1024;

/** The outbox's folder on disk, in which nothing is trusted. Every method throws the disk's own errors. */
export class OutboxFolder {
  readonly #path: string;
  readonly #disk: Disk;

  constructor(path: string, disk: Disk) {
    this.#path = path;
    this.#disk = disk;
  }

  /** A folder that is missing has nothing in it. */
  async list(): Promise<Dirent[]> {
    try {
      return await this.#disk.readdir(this.#path, { withFileTypes: true });
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return [];
      throw error;
    }
  }

  /** There is no folder before the first file, and an operator may remove it later. */
  async write(name: string, bytes: Uint8Array): Promise<void> {
    const path = this.#pathOf(name);
    if (await unlessGone(() => this.#write(path, bytes))) return;
    await this.#makeFolder(this.#path);
    this.#keepFromGit();
    await this.#write(path, bytes);
  }

  /** It may stand in any folder that the server is started in. `*` names this file, too. Without it events are kept all the same. */
  #keepFromGit(): void {
    try {
      this.#disk.writeFileSync(this.#pathOf('.gitignore'), '*\n', { flag: 'wx' });
    } catch {
      // Whatever it is, it meets the envelope too, which is written next. Or another process has written this file.
    }
  }

  /** Not synced to the disk: the file survives a kill of the process, not a power failure. */
  async #write(path: string, bytes: Uint8Array): Promise<void> {
    const { writeFile, writeFileSync } = this.#disk;
    const options = { flag: 'wx' };
    if (bytes.byteLength > maxSyncBytes) return writeFile(path, bytes, options);
    writeFileSync(path, bytes, options);
  }

  /** `undefined`: it is gone. */
  async measure(name: string): Promise<Stats | undefined> {
    try {
      return await this.#disk.lstat(this.#pathOf(name));
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return undefined;
      throw error;
    }
  }

  /**
   * Reads a file of this size, if `claim`, called while the file is open and measured, returns true.
   * @returns `undefined`: another process has renamed or removed it, or `claim` returned false
   * @throws Error without a code if it is not a regular file of this size
   */
  async read(name: string, bytes: number, claim: () => Promise<boolean>): Promise<Uint8Array | undefined> {
    const handle = await this.#open(name);
    if (handle === undefined) return undefined;
    try {
      const reason = whyUnusable(await handle.stat(), bytes);
      if (reason !== undefined) throw new Error(reason);
      if (!(await claim())) return undefined;
      const buffer = Buffer.allocUnsafe(bytes);
      for (let at = 0; at < bytes;) {
        const { bytesRead } = await handle.read(buffer, at, bytes - at, at);
        if (bytesRead === 0) throw new Error('truncated while it was read');
        at += bytesRead;
      }
      return buffer;
    } finally {
      await handle.close();
    }
  }

  async #open(name: string): Promise<FileHandle | undefined> {
    try {
      return await this.#disk.open(this.#pathOf(name), readOnly);
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return undefined;
      throw error;
    }
  }

  /** Whether there was such a file. */
  rename(name: string, newName: string): Promise<boolean> {
    return unlessGone(() => this.#disk.renameSync(this.#pathOf(name), this.#pathOf(newName)));
  }

  /** Whether there was such a file. */
  remove(name: string): Promise<boolean> {
    return unlessGone(() => this.#disk.unlinkSync(this.#pathOf(name)));
  }

  /** A folder within this one. */
  async inner(name: string): Promise<OutboxFolder> {
    const stats = await this.measure(name);
    if (stats && !stats.isDirectory()) throw new Error('not a folder'); // A link leads elsewhere.
    if (stats === undefined) await this.#makeFolder(this.#pathOf(name));
    return new OutboxFolder(this.#pathOf(name), this.#disk);
  }

  #pathOf(name: string): string {
    return this.#path + sep + name;
  }

  /** Node's own `recursive` never returns where a folder cannot be made below an existing one, as in `/proc`. */
  async #makeFolder(path: string): Promise<void> {
    const parent = dirname(path);
    if (parent !== path && !(await unlessGone(() => this.#make(path)))) {
      await this.#makeFolder(parent);
      await this.#make(path);
    }
  }

  /** Accepts whatever exists there: the next write finds out whether it is a folder. */
  async #make(path: string): Promise<void> {
    try {
      await this.#disk.mkdir(path);
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
  }
}

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
async function unlessGone(change: () => void | Promise<void>): Promise<boolean> {
  try {
    await change();
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}
