import { randomBytes } from 'node:crypto';
import { createKey, fileNameOf } from './outbox-file';
import { codeOf, createOutboxFolder, disk } from './outbox-folder';
import { createOutboxIndex } from './outbox-index';
import { createOutboxScan } from './outbox-scan';
import { claimMs, EnvelopeTooLargeError, maxEnvelopeBytes } from './outbox-store';
import type { Claimed, Outbox, OutboxEntry, OutboxLimits } from './outbox-store';
import { createQuarantine } from './quarantine';

/** As much as services take of an event. */
const probeBytes = 1024 * 1024;

const errorsOfAllFiles = new Set(['EROFS', 'ENOSPC', 'EDQUOT', 'EMFILE', 'ENFILE', 'ENOMEM']);

const defaults = { now: () => Date.now(), elapsed: () => performance.now(), disk };

/**
 * The outbox on disk: a folder with a file for each envelope. Several processes may share it: a file is claimed by renaming
 * it, and only one process can do that.
 */
export function createOutbox(path: string, limits: OutboxLimits, given: Partial<typeof defaults> = {}): Outbox {
  const { now, elapsed, disk } = { ...defaults, ...given };
  const folder = createOutboxFolder(path, disk);
  const index = createOutboxIndex(limits, { now, elapsed });
  const quarantine = createQuarantine();

  function newEntry(fields: Pick<OutboxEntry, 'bytes' | 'eventId' | 'source' | 'category'>): OutboxEntry {
    const entry = { ...fields, keptAt: now() };
    return { ...entry, key: createKey({ ...entry, salt: randomBytes(4).toString('hex') }) };
  }

  /** @throws the error of the disk */
  async function writeAndRemove(bytes: number): Promise<void> {
    const name = draftNameOf(newEntry({ bytes, eventId: undefined, source: 'server', category: 'error' }));
    try {
      await folder.write(name, Buffer.alloc(bytes));
    } finally {
      await folder.remove(name);
    }
  }

  /** Whether the next file would meet the same error. */
  async function affectsAllFiles(error: unknown): Promise<boolean> {
    const code = codeOf(error) ?? '';
    if (code !== 'EACCES' && code !== 'EPERM') return errorsOfAllFiles.has(code);
    try {
      await writeAndRemove(0);
      return false;
    } catch {
      return true; // The caller has the first error.
    }
  }

  /** @throws the error again if it affects all files */
  async function quarantineFile(entry: OutboxEntry, error: unknown): Promise<void> {
    if (await affectsAllFiles(error)) throw error;
    const stats = await folder.measure(fileNameOf(entry));
    index.forget(entry.key);
    if (stats) quarantine.add(fileNameOf(entry), reasonOf(error), stats);
  }

  /** `undefined`: it is gone, or quarantined now. */
  async function claim(entry: OutboxEntry): Promise<Claimed | undefined> {
    const claimed = { ...entry, claimedUntil: now() + claimMs };
    let isOurs = false;
    try {
      const bytes = await folder.read(fileNameOf(entry), entry.bytes, async () => {
        isOurs = await folder.rename(fileNameOf(entry), fileNameOf(claimed));
        return isOurs;
      });
      if (bytes) {
        index.recordOwn(claimed);
        return { entry: claimed, bytes };
      }
      index.forget(entry.key); // Another process was first.
    } catch (error) {
      index.putBack(entry);
      await quarantineFile(isOurs ? claimed : entry, error);
    }
    return undefined;
  }

  /** Forgets the file before, since evictions may overlap, and after, since a scan may have found it meanwhile. */
  async function removeFile(entry: OutboxEntry): Promise<boolean> {
    index.forget(entry.key);
    try {
      return await folder.remove(fileNameOf(entry));
    } finally {
      index.forget(entry.key);
    }
  }

  /** Whether this process has removed it. */
  async function evictFile(entry: OutboxEntry): Promise<boolean> {
    try {
      return await removeFile(entry);
    } catch (error) {
      index.recordFound(entry);
      await quarantineFile(entry, error);
      return false;
    }
  }

  return {
    async put({ bytes, eventId, category }, { source, claimed }) {
      const { byteLength } = bytes;
      if (byteLength > maxEnvelopeBytes) throw new EnvelopeTooLargeError(`The envelope has ${byteLength} bytes.`);
      const free = newEntry({ bytes: byteLength, eventId, source, category });
      const entry = claimed ? { ...free, claimedUntil: free.keptAt + claimMs } : free;
      // Other processes leave a claimed file alone. An unclaimed one has a draft's name until it is whole.
      const name = claimed ? fileNameOf(entry) : draftNameOf(entry);
      try {
        await folder.write(name, bytes);
        if (!claimed && !(await folder.rename(name, fileNameOf(entry)))) throw new Error('the draft is gone');
      } catch (error) {
        await folder.remove(name);
        throw error;
      }
      index.recordOwn(entry);
      return entry;
    },

    async claimNext(mayBeSent) {
      for (let entry = index.takeNext(mayBeSent); entry; entry = index.takeNext(mayBeSent)) {
        const claimed = await claim(entry);
        if (claimed) return claimed;
      }
      return undefined;
    },

    async release(entry, { isDeferred, waitMs }) {
      const free = { ...entry, claimedUntil: undefined };
      try {
        if (await folder.rename(fileNameOf(entry), fileNameOf(free))) {
          index.recordOwn(free, { isDeferred, waitMs });
          return free;
        }
        index.forget(entry.key);
      } catch (error) {
        await quarantineFile(entry, error);
      }
      return undefined;
    },

    async remove(entry) {
      try {
        await removeFile(entry);
      } catch (error) {
        quarantine.add(fileNameOf(entry), reasonOf(error), await folder.measure(fileNameOf(entry)));
      }
    },

    async evict() {
      const evicted: OutboxEntry[] = [];
      try {
        for (let entry = index.nextToEvict(); entry; entry = index.nextToEvict()) {
          if (await evictFile(entry)) evicted.push(entry);
        }
      } catch (error) {
        if (evicted.length === 0) throw error; // Otherwise it comes again, after these were reported.
      }
      return evicted;
    },

    probe: () => writeAndRemove(probeBytes),
    refresh: createOutboxScan({ folder, index, quarantine, elapsed }),
    takeNewlyQuarantined: quarantine.takeNew,
    count: index.count,
    oldestAgeMs: index.oldestAgeMs,
    holds: index.holds,
    hasWaiting: index.hasWaiting,
  };
}

function draftNameOf(entry: OutboxEntry): string {
  return `.${fileNameOf(entry)}.draft`;
}

function reasonOf(error: unknown): string {
  return codeOf(error) ?? (error instanceof Error ? error.message : String(error));
}
