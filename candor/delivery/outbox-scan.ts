import type { Stats } from 'node:fs';
import { parseFileName } from './outbox-file';
import { codeOf, whyUnusable, type OutboxFolder } from './outbox-folder';
import type { OutboxIndex } from './outbox-index';
import { claimMs, type OutboxEntry } from './outbox-store';
import type { Quarantine } from './quarantine';

const measureConcurrency = 32;

type Named = { name: string; entry: OutboxEntry };
type Measured = Named & { stats: Stats | undefined };

/**
 * Scans the folder: indexes the usable files and quarantines the others. A file is measured once, when this process first
 * sees it; after that a scan costs only the reading of the folder.
 */
export function createOutboxScan(parts: {
  folder: OutboxFolder;
  index: OutboxIndex;
  quarantine: Quarantine;
  elapsed: () => number;
}): () => Promise<void> {
  const { folder, index, quarantine, elapsed } = parts;
  /** Drafts and claimed files that are not whole, and when they were first seen. */
  let unfinished = new Map<string, number>();
  let permissions: string | undefined;

  /** The writer of a file that is not whole after that long was killed while writing it. */
  async function removeAbandoned(names: string[]) {
    unfinished = new Map(names.map((name) => [name, unfinished.get(name) ?? elapsed()]));
    for (const [name, seenAt] of unfinished) {
      if (elapsed() - seenAt < claimMs) continue;
      try {
        await folder.remove(name);
      } catch (error) {
        quarantine.add(name, codeOf(error) ?? String(error), await folder.measure(name));
      }
    }
  }

  async function measure(files: Named[]): Promise<Measured[]> {
    const measured: Measured[] = [];
    for (let at = 0; at < files.length; at += measureConcurrency) {
      const some = files.slice(at, at + measureConcurrency);
      const stats = await Promise.all(some.map(({ name }) => folder.measure(name)));
      measured.push(...some.map((one, index) => ({ ...one, stats: stats[index] })));
    }
    return measured;
  }

  /** Files that could not be renamed or removed may be usable after a change of permissions. */
  async function forgiveAfterChange() {
    const permissionsNow = await folder.permissions();
    if (permissions !== undefined && permissionsNow !== permissions) quarantine.clear();
    permissions = permissionsNow;
  }

  /** Sorts the folder's names: known and usable, to be measured, unfinished. */
  function sort(listed: { name: string; isFile: boolean }[]) {
    const usable: OutboxEntry[] = [];
    const toMeasure: Named[] = [];
    const unfinishedNames: string[] = [];
    for (const { name, isFile } of listed) {
      const entry = parseFileName(name);
      if (entry === undefined) {
        if (isFile && isDraft(name) && !quarantine.has(name)) unfinishedNames.push(name);
      } else if (!isFile) quarantine.add(name, 'not a regular file');
      else if (index.has(entry.key) && !quarantine.has(name)) usable.push(entry);
      else toMeasure.push({ name, entry });
    }
    return { usable, toMeasure, unfinishedNames };
  }

  async function scan() {
    const endScan = index.beginScan();
    await forgiveAfterChange();
    const listed = await folder.list();
    if (quarantine.count() > 0) quarantine.keepOnly(new Set(listed.map(({ name }) => name)));
    const { usable, toMeasure, unfinishedNames } = sort(listed);
    for (const { name, entry, stats } of await measure(toMeasure)) {
      if (stats === undefined || quarantine.holds(name, stats)) continue;
      quarantine.delete(name);
      const reason = whyUnusable(stats, entry.bytes);
      const isShort = stats.isFile() && stats.size < entry.bytes;
      if (reason === undefined) usable.push(entry);
      else if (isShort && entry.claimedUntil !== undefined) unfinishedNames.push(name);
      else quarantine.add(name, reason, stats);
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

function isDraft(name: string): boolean {
  return parseFileName(/^\.(.*)\.draft$/.exec(name)?.[1] ?? '') !== undefined;
}
