import { randomBytes } from 'node:crypto';
import fs, { constants } from 'node:fs';
import { access, mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Envelope, Source } from './envelope';
import { nameOf, readName, type OutboxFile } from './outbox-file';

// Every event passes through these, and those of `node:fs/promises` cost the process twice as much.
const writeFile = promisify(fs.writeFile);
const rename = promisify(fs.rename);
const unlink = promisify(fs.unlink);

export type OutboxLimits = { bytes: number; envelopes: number; ageMs: number };

/** Longer than one try can take, so that no two processes send the same; what a killed process held is free after it. */
const claimMs = 15_000;

/**
 * Envelopes on disk, one file each. Several processes may share the folder: a file is claimed by renaming it, which only
 * one of them can do. Everything throws what the disk throws; a file that another process has taken away is `undefined`.
 */
export function createOutbox(folder: string, limits: OutboxLimits, now = Date.now) {
  /** What is there as far as is known, the oldest first. */
  let files = new Map<string, OutboxFile>();
  let bytesKept = 0;
  /** What this process has changed since a look at the folder began: the look may have come too early for it. */
  let sinceLook: Map<string, OutboxFile | undefined> | undefined;
  const pathOf = (file: OutboxFile) => join(folder, nameOf(file));
  const keyOf = ({ keptAt, salt }: OutboxFile) => `${keptAt}-${salt}`;

  function note(key: string, file: OutboxFile | undefined) {
    bytesKept += (file?.bytes ?? 0) - (files.get(key)?.bytes ?? 0);
    if (file) files.set(key, file);
    else files.delete(key);
    sinceLook?.set(key, file);
  }

  /** There is no folder before the first file, and somebody may take it away. */
  async function inFolder(write: () => Promise<void>): Promise<void> {
    if (await unlessGone(write())) return;
    await mkdir(folder, { recursive: true });
    await write();
  }

  async function move(file: OutboxFile, claimedUntil: number | undefined): Promise<OutboxFile | undefined> {
    const moved = { ...file, claimedUntil };
    if (!(await unlessGone(rename(pathOf(file), pathOf(moved))))) return undefined;
    note(keyOf(moved), moved);
    return moved;
  }

  /** A claim further ahead than any can be was made by a clock that was wrong. */
  function isClaimed({ claimedUntil }: OutboxFile): boolean {
    return claimedUntil !== undefined && claimedUntil >= now() && claimedUntil <= now() + claimMs;
  }

  async function remove(file: OutboxFile): Promise<void> {
    note(keyOf(file), undefined);
    await unlessGone(unlink(pathOf(file)));
  }

  return {
    remove,
    count: () => files.size,
    oldestKeptAt: () => files.values().next().value?.keptAt,
    holds: (eventId: string) => [...files.values()].some((file) => file.eventId === eventId),

    /** Writes an envelope, whole or not at all; claimed when this process is about to send it. */
    async put(
      { bytes, eventId, category }: Envelope,
      { source, claimed }: { source: Source; claimed: boolean },
    ): Promise<OutboxFile> {
      const salt = randomBytes(4).toString('hex');
      const claimedUntil = claimed ? now() + claimMs : undefined;
      const file = { keptAt: now(), bytes: bytes.byteLength, eventId, source, category, salt, claimedUntil };
      // A claimed one nobody else looks at; another bears a name that nobody looks at until it is whole.
      const path = claimed ? pathOf(file) : join(folder, `.${nameOf(file)}.draft`);
      try {
        // Not synced to the disk itself: it outlives a kill of the process, not a failure of the power.
        await inFolder(() => writeFile(path, bytes, { flag: 'wx' }));
        if (!claimed) await rename(path, pathOf(file));
      } catch (error) {
        await unlessGone(unlink(path));
        throw error;
      }
      note(keyOf(file), file);
      return file;
    },

    /** Throws what stands in the way of writing there. */
    probe: (): Promise<void> => inFolder(() => access(folder, constants.W_OK | constants.X_OK)),

    /** Looks at the folder anew: other processes put and take as well. Drafts that were never finished go. */
    async refresh(): Promise<void> {
      await mkdir(folder, { recursive: true });
      sinceLook = new Map();
      const found: OutboxFile[] = [];
      for (const name of await readdir(folder)) {
        const file = readName(name);
        if (file) found.push(file);
        const draft = readName(/^\.(.*)\.draft$/.exec(name)?.[1] ?? '');
        if (draft && draft.keptAt + claimMs < now()) await unlessGone(unlink(join(folder, name)));
      }
      found.sort((one, other) => one.keptAt - other.keptAt);
      files = new Map(found.map((file) => [keyOf(file), file]));
      bytesKept = found.reduce((sum, { bytes }) => sum + bytes, 0);
      for (const [key, file] of sinceLook) note(key, file);
      sinceLook = undefined;
    },

    /** Takes away what is over the limits, the oldest first, and gives it back for the count. */
    async evict(): Promise<OutboxFile[]> {
      const evicted: OutboxFile[] = [];
      for (const file of files.values()) {
        const isOver = files.size > limits.envelopes || bytesKept > limits.bytes;
        if (!isOver && file.keptAt + limits.ageMs > now()) break;
        if (isClaimed(file)) continue; // It is being sent right now.
        await remove(file);
        evicted.push(file);
      }
      return evicted;
    },

    /** What no process is sending, oldest first. */
    free: () => [...files.values()].filter((file) => !isClaimed(file)),
    claim: (file: OutboxFile) => move(file, now() + claimMs),
    release: (file: OutboxFile) => move(file, undefined),
    read: (file: OutboxFile) => readFile(pathOf(file)),
  };
}

export type Outbox = ReturnType<typeof createOutbox>;

/** Whether it was done, `false` when the file is gone. */
async function unlessGone(done: Promise<void>): Promise<boolean> {
  try {
    await done;
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
