import { randomBytes } from 'node:crypto';
import { keyFor, nameOf, type OutboxFile } from './outbox-file';
import { codeOf, createOutboxFolder, disk, maxFileBytes } from './outbox-folder';
import { claimMs, createOutboxIndex } from './outbox-index';
import { createLook } from './outbox-scan';
import { EnvelopeTooLargeError, type Claimed, type Outbox, type OutboxLimits } from './outbox-store';
import { createAsideFiles } from './quarantine';

/** As much as services take of an event. */
const probeBytes = 1024 * 1024;

const errorsOfAllFiles = new Set(['EROFS', 'ENOSPC', 'EDQUOT', 'EMFILE', 'ENFILE', 'ENOMEM']);

const defaults = { now: () => Date.now(), elapsed: () => performance.now(), disk };

/**
 * The outbox on disk: a folder with a file for each envelope. Several processes may share it: a file is claimed by renaming
 * it, which only one of them can do.
 */
export function createOutbox(path: string, limits: OutboxLimits, given: Partial<typeof defaults> = {}): Outbox {
  const { now, elapsed, disk } = { ...defaults, ...given };
  const folder = createOutboxFolder(path, disk);
  const index = createOutboxIndex(limits, { now, elapsed });
  const aside = createAsideFiles();

  function newFile(rest: Pick<OutboxFile, 'bytes' | 'eventId' | 'source' | 'category'>): OutboxFile {
    const file = { ...rest, keptAt: now() };
    return { ...file, key: keyFor({ ...file, salt: randomBytes(4).toString('hex') }) };
  }

  /** @throws what the disk throws. */
  async function writeAndRemove(bytes: number): Promise<void> {
    const name = draftOf(newFile({ bytes, eventId: undefined, source: 'server', category: 'error' }));
    try {
      await folder.write(name, Buffer.alloc(bytes));
    } finally {
      await folder.remove(name);
    }
  }

  /** Whether the next file would meet the same error. */
  async function isOfAllFiles(error: unknown): Promise<boolean> {
    const code = codeOf(error) ?? '';
    if (code !== 'EACCES' && code !== 'EPERM') return errorsOfAllFiles.has(code);
    try {
      await writeAndRemove(0);
      return false;
    } catch {
      return true; // The caller has the first error.
    }
  }

  /** @throws the error again where the file is not to blame for it. */
  async function setAside(file: OutboxFile, error: unknown): Promise<void> {
    if (await isOfAllFiles(error)) throw error;
    const stats = await folder.measure(nameOf(file));
    index.forget(file.key);
    if (stats) aside.add(nameOf(file), codeOf(error) ?? messageOf(error), stats);
  }

  /** `undefined`: it is gone, or was set aside. */
  async function claim(file: OutboxFile): Promise<Claimed | undefined> {
    const claimed = { ...file, claimedUntil: now() + claimMs };
    let isOurs = false;
    try {
      const bytes = await folder.read(nameOf(file), file.bytes, async () => {
        isOurs = await folder.rename(nameOf(file), nameOf(claimed));
        return isOurs;
      });
      if (bytes) {
        index.made(claimed);
        return { file: claimed, bytes };
      }
      index.forget(file.key); // Another process was first.
    } catch (error) {
      index.putBack(file);
      await setAside(isOurs ? claimed : file, error);
    }
    return undefined;
  }

  /** Forgotten before it goes, for evictions may overlap, and after, for a look may have found it meanwhile. */
  async function removeFile(file: OutboxFile): Promise<boolean> {
    index.forget(file.key);
    try {
      return await folder.remove(nameOf(file));
    } finally {
      index.forget(file.key);
    }
  }

  /** Whether this process has removed it. */
  async function evictOne(file: OutboxFile): Promise<boolean> {
    try {
      return await removeFile(file);
    } catch (error) {
      index.found(file);
      await setAside(file, error);
      return false;
    }
  }

  return {
    async put({ bytes, eventId, category }, { source, claimed }) {
      const { byteLength } = bytes;
      if (byteLength > maxFileBytes) throw new EnvelopeTooLargeError(`The envelope has ${byteLength} bytes.`);
      const free = newFile({ bytes: byteLength, eventId, source, category });
      const file = claimed ? { ...free, claimedUntil: free.keptAt + claimMs } : free;
      // A claimed one nobody else looks at; another bears a name that nobody looks at until it is whole.
      const name = claimed ? nameOf(file) : draftOf(file);
      try {
        await folder.write(name, bytes);
        if (!claimed && !(await folder.rename(name, nameOf(file)))) throw new Error('the draft is gone');
      } catch (error) {
        await folder.remove(name);
        throw error;
      }
      index.made(file);
      return file;
    },

    async claimNext(mayBeSent) {
      for (let file = index.take(mayBeSent); file; file = index.take(mayBeSent)) {
        const claimed = await claim(file);
        if (claimed) return claimed;
      }
      return undefined;
    },

    async release(file, { isRefused, waitMs }) {
      const free = { ...file, claimedUntil: undefined };
      try {
        if (await folder.rename(nameOf(file), nameOf(free))) {
          index.made(free, { isRefused, waitMs });
          return free;
        }
        index.forget(file.key);
      } catch (error) {
        await setAside(file, error);
      }
      return undefined;
    },

    async remove(file) {
      try {
        await removeFile(file);
      } catch (error) {
        aside.add(nameOf(file), codeOf(error) ?? messageOf(error), await folder.measure(nameOf(file)));
      }
    },

    async evict() {
      const evicted: OutboxFile[] = [];
      try {
        for (let file = index.nextToEvict(); file; file = index.nextToEvict()) {
          if (await evictOne(file)) evicted.push(file);
        }
      } catch (error) {
        if (evicted.length === 0) throw error; // Otherwise it comes again, when these have been told of.
      }
      return evicted;
    },

    probe: () => writeAndRemove(probeBytes),
    refresh: createLook({ folder, index, aside, elapsed }),
    newlySetAside: aside.newly,
    count: index.count,
    oldestAgeMs: index.oldestAgeMs,
    holds: index.holds,
    hasWaiting: index.hasWaiting,
  };
}

function draftOf(file: OutboxFile): string {
  return `.${nameOf(file)}.draft`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
