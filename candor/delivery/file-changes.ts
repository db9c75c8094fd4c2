import type { Disk } from './disk';

/** By their types for `statfs`. A call on any of these ends without another machine. */
const localFileSystems = new Set([
  0xef53, // ext2, ext3, ext4
  0x58465342, // XFS
  0x9123683e, // Btrfs
  0xf2f52010, // F2FS
  0x2fc12fc1, // ZFS
  0x794c7630, // overlay, in containers
  0x01021994, // tmpfs
]);

const maxSyncBytes = 64 * 1024;
/** Longer than a busy machine takes the processor away, as a rule. */
const slowMs = 50;
const avoidSlowMs = 60_000;

/**
 * Writes, renames and removes files: small ones of a local file system synchronously, which takes a tenth of the
 * processor time. The thread pool does the rest, and everything for a minute after a synchronous call was slow: nothing
 * else runs during such a call.
 */
export class FileChanges {
  readonly #disk: Disk;
  readonly #elapsed: () => number;
  #isLocal = false;
  #slowUntil = -Infinity;

  /** @param elapsed ms of a monotonic clock */
  constructor(disk: Disk, elapsed: () => number) {
    this.#disk = disk;
    this.#elapsed = elapsed;
  }

  /** Finds out on which file system the folder is. Nothing is synchronous before that. */
  async locate(folder: string): Promise<void> {
    try {
      this.#isLocal = localFileSystems.has(await this.#disk.fileSystemType(folder));
    } catch {
      this.#isLocal = false; // The error comes again where the folder is used.
    }
  }

  /** Writes a new file. It is not synced to the disk: it survives a kill of the process, not a power failure. */
  async write(path: string, bytes: Uint8Array): Promise<void> {
    const { writeFile, writeFileSync } = this.#disk;
    const options = { flag: 'wx' };
    if (bytes.byteLength > maxSyncBytes || !this.#isQuick()) return writeFile(path, bytes, options);
    this.#runNow(() => writeFileSync(path, bytes, options));
  }

  async rename(from: string, to: string): Promise<void> {
    if (!this.#isQuick()) return this.#disk.rename(from, to);
    this.#runNow(() => this.#disk.renameSync(from, to));
  }

  async remove(path: string): Promise<void> {
    if (!this.#isQuick()) return this.#disk.unlink(path);
    this.#runNow(() => this.#disk.unlinkSync(path));
  }

  #isQuick(): boolean {
    return this.#isLocal && this.#elapsed() >= this.#slowUntil;
  }

  #runNow(change: () => void): void {
    const start = this.#elapsed();
    try {
      change();
    } finally {
      const end = this.#elapsed();
      if (end - start > slowMs) this.#slowUntil = end + avoidSlowMs;
    }
  }
}
