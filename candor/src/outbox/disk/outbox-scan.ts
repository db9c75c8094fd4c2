import type { BadFiles } from './bad-files.js';
import { parseFileName } from './file-name.js';
import { whyUnusable, type OutboxFolder } from './outbox-folder.js';
import type { OutboxIndex } from './outbox-index.js';
import { claimMs, type OutboxEntry } from '../outbox.js';

/**
 * Scans the folder: indexes the usable files and sets the others aside. A file is measured once, when this process first
 * sees it; after that a scan costs only the reading of the folder.
 */
export function createOutboxScan(parts: {
  folder: OutboxFolder;
  index: OutboxIndex;
  bad: BadFiles;
  elapsed: () => number;
}): () => Promise<void> {
  const { folder, index, bad, elapsed } = parts;
  /** Claimed files that are not whole, and when they were first seen. */
  let unfinished = new Map<string, number>();

  /** The writer of a file that is not whole after that long was killed while writing it. */
  async function removeAbandoned(names: string[]) {
    unfinished = new Map(names.map((name) => [name, unfinished.get(name) ?? elapsed()]));
    for (const [name, seenAt] of unfinished) {
      if (elapsed() - seenAt < claimMs) continue;
      try {
        await folder.remove(name);
      } catch {
        bad.leave(name); // It holds nothing that was acknowledged.
      }
    }
  }

  async function scan() {
    const endScan = index.beginScan();
    const listed = await folder.list();
    bad.keepOnly(new Set(listed.map(({ name }) => name)));
    const usable: OutboxEntry[] = [];
    const toMeasure: { name: string; entry: OutboxEntry }[] = [];
    for (const file of listed) {
      const entry = parseFileName(file.name);
      if (entry === undefined || bad.isLeft(file.name)) continue;
      if (file.isFile() && index.has(entry.key)) usable.push(entry);
      else toMeasure.push({ name: file.name, entry });
    }
    const measured = toMeasure.map(async (file) => ({ ...file, stats: await folder.measure(file.name) }));
    const unfinishedNames: string[] = [];
    for (const { name, entry, stats } of await Promise.all(measured)) {
      if (stats === undefined) continue;
      const reason = whyUnusable(stats, entry.bytes);
      const isShort = stats.isFile() && stats.size < entry.bytes;
      if (reason === undefined) usable.push(entry);
      else if (isShort && entry.claimedUntil !== undefined) unfinishedNames.push(name);
      // An error of the disk must not keep the usable files from being sent: the next scan tries again.
      else await bad.setAside(name, entry, reason).catch(() => {});
    }
    endScan(usable);
    await removeAbandoned(unfinishedNames);
  }

  let scanning: Promise<void> | undefined;
  return () =>
    (scanning ??= scan().finally(() => {
      scanning = undefined;
    }));
}
