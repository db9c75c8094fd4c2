import { BadFiles, isOfAllFiles } from './bad-files.js';
import { disk } from './disk.js';
import type { Category, Envelope, Source } from '../../envelope/envelope.js';
import { maxEventBytes } from '../../envelope/envelope-size.js';
import { createEntry } from '../entry-key.js';
import { fileNameOf } from './file-name.js';
import { OutboxFolder } from './outbox-folder.js';
import { OutboxIndex } from './outbox-index.js';
import { createOutboxScan } from './outbox-scan.js';
import { claimMs } from '../outbox.js';
import type { Claimed, Lost, Outbox, OutboxEntry, OutboxLimits } from '../outbox.js';

const defaults = { now: () => Date.now(), elapsed: () => performance.now(), disk };

/** The outbox on disk, in the folder of this path. */
export function createOutbox(path: string, limits: OutboxLimits, given: Partial<typeof defaults> = {}): Outbox {
  return new DiskOutbox(path, limits, { ...defaults, ...given });
}

/**
 * A folder with a file for each envelope. Several processes may share it: a file is claimed by renaming it, and only one
 * process can do that.
 */
class DiskOutbox implements Outbox {
  readonly #now: () => number;
  readonly #folder: OutboxFolder;
  readonly #index: OutboxIndex;
  readonly #bad: BadFiles;
  readonly refresh: () => Promise<void>;

  constructor(path: string, limits: OutboxLimits, { now, elapsed, disk }: typeof defaults) {
    this.#now = now;
    const folder = (this.#folder = new OutboxFolder(path, disk));
    const index = (this.#index = new OutboxIndex(limits, { now, elapsed }));
    const bad = (this.#bad = new BadFiles(folder));
    this.refresh = createOutboxScan({ folder, index, bad, elapsed });
  }

  async put(envelope: Envelope, { source, claimed }: { source: Source; claimed: boolean }): Promise<OutboxEntry> {
    const free = createEntry(envelope, { source, keptAt: this.#now() });
    const entry = claimed ? { ...free, claimedUntil: free.keptAt + claimMs } : free;
    await this.#write(entry, envelope.bytes);
    this.#index.recordOwn(entry);
    return entry;
  }

  /** Other processes leave a claimed file alone: that is the name of every file until it is whole. */
  async #write(entry: OutboxEntry, bytes: Uint8Array): Promise<void> {
    const [name, lastName] = [nameWhileWritten(entry), fileNameOf(entry)];
    try {
      await this.#folder.write(name, bytes);
      if (lastName !== name && !(await this.#folder.rename(name, lastName))) throw new Error('the file is gone');
    } catch (error) {
      await this.#folder.remove(name);
      throw error;
    }
  }

  async claimNext(mayBeSent: (category: Category) => boolean): Promise<Claimed | undefined> {
    for (let entry = this.#index.takeNext(mayBeSent); entry; entry = this.#index.takeNext(mayBeSent)) {
      const claimed = await this.#claim(entry);
      if (claimed) return claimed;
    }
    return undefined;
  }

  /** `undefined`: it is gone, or cannot be used. */
  async #claim(entry: OutboxEntry): Promise<Claimed | undefined> {
    const claimed = { ...entry, claimedUntil: this.#now() + claimMs };
    let isOurs = false;
    try {
      const bytes = await this.#folder.read(fileNameOf(entry), entry.bytes, async () => {
        isOurs = await this.#folder.rename(fileNameOf(entry), fileNameOf(claimed));
        return isOurs;
      });
      if (bytes) {
        this.#index.recordOwn(claimed);
        return { entry: claimed, bytes };
      }
      this.#index.forget(entry.key); // Another process was first.
    } catch (error) {
      this.#index.putBack(entry);
      await this.#setAside(isOurs ? claimed : entry, error);
    }
    return undefined;
  }

  /** @throws the error again if it affects all files */
  async #setAside(entry: OutboxEntry, error: unknown): Promise<void> {
    if (isOfAllFiles(error)) throw error;
    await this.#bad.setAside(fileNameOf(entry), entry, error);
    this.#index.forget(entry.key);
  }

  async release(
    entry: OutboxEntry,
    { isDeferred, waitMs }: { isDeferred: boolean; waitMs?: number },
  ): Promise<OutboxEntry | undefined> {
    const free = { ...entry, claimedUntil: undefined };
    try {
      if (await this.#folder.rename(fileNameOf(entry), fileNameOf(free))) {
        this.#index.recordOwn(free, { isDeferred, waitMs });
        return free;
      }
      this.#index.forget(entry.key);
    } catch (error) {
      await this.#setAside(entry, error);
    }
    return undefined;
  }

  async remove(entry: OutboxEntry): Promise<void> {
    try {
      await this.#removeFile(entry);
    } catch {
      this.#bad.leave(fileNameOf(entry)); // It was sent. Another process sends it again, and the service knows its id.
    }
  }

  async evict(): Promise<OutboxEntry[]> {
    const evicted: OutboxEntry[] = [];
    try {
      for (let entry = this.#index.nextToEvict(); entry; entry = this.#index.nextToEvict()) {
        if (await this.#evictFile(entry)) evicted.push(entry);
      }
    } catch (error) {
      if (evicted.length === 0) throw error; // Otherwise it comes again, after these were reported.
    }
    return evicted;
  }

  /** Whether this process has removed it. */
  async #evictFile(entry: OutboxEntry): Promise<boolean> {
    try {
      return await this.#removeFile(entry);
    } catch (error) {
      this.#index.recordFound(entry);
      await this.#setAside(entry, error);
      return false;
    }
  }

  /** Forgets the file before, since evictions may overlap, and after, since a scan may have found it meanwhile. */
  async #removeFile(entry: OutboxEntry): Promise<boolean> {
    this.#index.forget(entry.key);
    try {
      return await this.#folder.remove(fileNameOf(entry));
    } finally {
      this.#index.forget(entry.key);
    }
  }

  async probe(): Promise<void> {
    const largest = { bytes: Buffer.alloc(maxEventBytes), eventId: '0'.repeat(32), category: 'error' } as const;
    const name = nameWhileWritten(createEntry(largest, { source: 'server', keptAt: this.#now() }));
    try {
      // Shorter than its name says, so that the file that a kill leaves is not an envelope.
      await this.#folder.write(name, largest.bytes.subarray(1));
    } finally {
      await this.#folder.remove(name);
    }
  }

  takeLost(): Lost[] {
    return this.#bad.takeLost();
  }

  count(): number {
    return this.#index.count();
  }

  oldestAgeMs(): number | undefined {
    return this.#index.oldestAgeMs();
  }

  holds(eventId: string): Promise<boolean> {
    return Promise.resolve(this.#index.holds(eventId));
  }

  hasWaiting(mayBeSent: (category: Category) => boolean): boolean {
    return this.#index.hasWaiting(mayBeSent);
  }
}

function nameWhileWritten({ key, keptAt }: OutboxEntry): string {
  return fileNameOf({ key, claimedUntil: keptAt + claimMs });
}
