import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { lstat, readdir, rmdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { maxEventBytes, type Category } from '../../envelope/envelope.js';
import { BoundedMap } from '../../shared/bounded-map.js';
import { createEntry, parseKey } from '../entry-key.js';
import type { Claimed, Outbox, OutboxEntry, OutboxLimits, PutOptions, Storable } from '../outbox.js';
import { checkFile, discard, readWhole } from './files.js';
import { KeptEntries, machineClocks, type Clocks } from '../kept-entries.js';
import { ProcessFolder, silenceMs } from './process-folder.js';
import { codeOf, messageOf } from '../../shared/error-parts.js';

export function createOutbox(path: string, limits: OutboxLimits, clocks = machineClocks): Outbox {
  return new DiskOutbox(path, limits, clocks);
}

/**
 * A folder for each process, with a file for each envelope. In its own folder a process alone writes and deletes, so what it
 * remembers is true. It adopts the folders of processes that have ended, each whole: only one process can rename a folder.
 */
class DiskOutbox extends KeptEntries implements Outbox {
  readonly #folder: ProcessFolder;
  /** The last beat of each other process, and when this one first saw it, by its monotonic clock. */
  readonly #beats = new BoundedMap<string, { mtimeMs: number; since: number }>(1_000);
  readonly #adopted = new Set<string>();
  readonly #sent = new Set<OutboxEntry>();
  #everywhere: { at: number; ids: Promise<Set<string>> } | undefined;

  constructor(path: string, limits: OutboxLimits, clocks: Clocks) {
    super(limits, clocks);
    this.#folder = new ProcessFolder(path, clocks, (removedBy) => {
      // One that is claimed is in memory, and may still be sent.
      if (removedBy) for (const entry of this.forgetAll({ keepsClaimed: true })) this.#addLost(entry, removedBy);
      else this.forgetAll();
      this.#adopted.clear();
      this.#sent.clear();
    });
  }

  #pathOf({ key }: OutboxEntry): string {
    return join(this.#folder.path, key);
  }

  async put(envelope: Storable, { source, claimed, entry }: PutOptions): Promise<OutboxEntry> {
    const kept = entry ?? createEntry(envelope, { source, keptAt: this.clocks.now() });
    const folder = await this.#folder.write(kept.key, envelope.bytes);
    if (folder === this.#folder.path) this.add(kept, claimed);
    this.#removeSent();
    return kept;
  }

  async claimNext(mayBeSent: (category: Category) => boolean): Promise<Claimed | undefined> {
    for (let kept; (kept = this.next(mayBeSent));) {
      const { entry } = kept;
      kept.isClaimed = true;
      try {
        return { entry, bytes: await readWhole(this.#pathOf(entry), entry.bytes) };
      } catch (error) {
        await this.#lose(entry, error).finally(() => (kept.isClaimed = false));
      }
    }
    return undefined;
  }

  /** @throws the error again if it affects all files: then the entry stays */
  async #lose(entry: OutboxEntry, cause: unknown): Promise<void> {
    await discard(this.#pathOf(entry), cause);
    await this.#folder.beat(); // If the folder is gone, the entry is forgotten: another process has it.
    if (this.forget(entry)) this.#addLost(entry, cause);
  }

  #addLost({ eventId }: OutboxEntry, cause: unknown): void {
    const detail = codeOf(cause) ?? messageOf(cause);
    this.lost.push({ eventId, reason: 'its file in the outbox cannot be used', detail });
  }

  async remove(entry: OutboxEntry): Promise<void> {
    this.forget(entry);
    if (this.#unlink(entry)) this.#removeSent();
  }

  /** As soon as the disk can be written again: after a kill it would be sent again. */
  #removeSent(): void {
    for (const entry of this.#sent) if (!this.#unlink(entry)) return;
  }

  /** @returns whether it is gone; otherwise it is tried again */
  #unlink(entry: OutboxEntry): boolean {
    try {
      fs.unlinkSync(this.#pathOf(entry));
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') {
        this.#sent.add(entry);
        return false;
      }
    }
    this.#sent.delete(entry);
    return true;
  }

  async probe(): Promise<void> {
    const largest = { bytes: Buffer.alloc(maxEventBytes), eventId: '0'.repeat(32), category: 'error' } as const;
    const entry = createEntry(largest, { source: 'server', keptAt: this.clocks.now() });
    // Shorter than its name says, so that the file that a kill leaves is not an envelope.
    await this.#folder.write(entry.key, largest.bytes.subarray(1));
    await discard(this.#pathOf(entry));
  }

  async close(): Promise<void> {
    this.#folder.leave();
  }

  /** Also what another process keeps, as of a second ago: any of them may be asked, by anybody. */
  override async holds(eventId: string): Promise<boolean> {
    if (await super.holds(eventId)) return true;
    const at = this.clocks.elapsed();
    if (!this.#everywhere || at - this.#everywhere.at > 1_000) this.#everywhere = { at, ids: this.#idsEverywhere() };
    return (await this.#everywhere.ids).has(eventId);
  }

  async #idsEverywhere(): Promise<Set<string>> {
    const read = () => readdir(this.#folder.root, { recursive: true });
    const paths = await read().catch(() => read().catch(() => [])); // Again: a folder may be adopted meanwhile.
    return new Set(paths.flatMap((path) => parseKey(basename(path))?.eventId ?? []));
  }

  /** @throws the first error, after all folders */
  async refresh(): Promise<void> {
    await this.#folder.beat();
    for (const entry of this.#sent) this.#unlink(entry);
    const errors: unknown[] = [];
    const note = (error: unknown) => {
      if (codeOf(error) !== 'ENOENT') errors.push(error); // Nothing was kept yet, or another process was first.
    };
    const names = (await readdir(this.#folder.root).catch(note)) ?? [];
    for (const name of names) if (/^[pf]-/.test(name)) await this.#adoptIfLeft(name).catch(note);
    for (const path of this.#adopted) await this.#unpack(path).catch(note);
    if (errors.length > 0) throw errors[0];
  }

  async #adoptIfLeft(name: string): Promise<void> {
    const path = join(this.#folder.root, name);
    const askedAt = this.clocks.elapsed(); // This process may be frozen before the disk has answered.
    const stats = await lstat(path);
    const beat = this.#beats.get(path);
    const isSame = beat?.mtimeMs === stats.mtimeMs;
    if (!isSame) this.#beats.set(path, { mtimeMs: stats.mtimeMs, since: this.clocks.elapsed() });
    const isLeft = name.startsWith('f-') || (isSame && askedAt - beat.since >= silenceMs);
    if (isLeft && path !== this.#folder.path && stats.isDirectory()) this.#adopt(path);
  }

  #adopt(path: string): void {
    this.#folder.make();
    const adopted = join(this.#folder.path, `f-${randomUUID()}`);
    fs.renameSync(path, adopted);
    this.#adopted.add(adopted);
  }

  /** Nothing in it is trusted. What is not named like an envelope stays there. */
  async #unpack(path: string): Promise<void> {
    const files = await readdir(path, { withFileTypes: true });
    const taken: OutboxEntry[] = [];
    try {
      for (const { name } of files) {
        const entry = parseKey(name);
        if (entry && (await this.#take(entry, join(path, name)))) taken.push(entry);
      }
    } finally {
      if (dirname(path) === this.#folder.path) this.merge(taken);
    }
    // Of a process that has ended while it unpacked them.
    for (const file of files) if (file.isDirectory() && file.name.startsWith('f-')) this.#adopt(join(path, file.name));
    this.#adopted.delete(path);
    await rmdir(path).catch(() => {});
  }

  async #take(entry: OutboxEntry, path: string): Promise<boolean> {
    try {
      const stats = await lstat(path);
      if (stats.isFile() && stats.size < entry.bytes) {
        await discard(path); // No process has acknowledged it.
        return false;
      }
      checkFile(stats, entry.bytes);
      fs.renameSync(path, join(dirname(path), '..', entry.key));
      return true;
    } catch (error) {
      await discard(path, error);
      if (codeOf(error) !== 'ENOENT') this.#addLost(entry, error);
      return false;
    }
  }
}
