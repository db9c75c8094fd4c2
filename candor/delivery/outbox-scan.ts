import type { Stats } from 'node:fs';
import { readName, type OutboxFile } from './outbox-file';
import { codeOf, whyUnusable, type OutboxFolder } from './outbox-folder';
import { claimMs, type OutboxIndex } from './outbox-index';
import type { AsideFiles } from './quarantine';

const measuredAtOnce = 32;

/**
 * Looks at the folder: notes what can be sent and sets aside what cannot. A file is measured once, when this process first
 * sees it; what the look costs after that is the reading of the folder.
 */
export function createLook(parts: {
  folder: OutboxFolder;
  index: OutboxIndex;
  aside: AsideFiles;
  elapsed: () => number;
}): () => Promise<void> {
  const { folder, index, aside, elapsed } = parts;
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
        aside.add(name, codeOf(error) ?? String(error), await folder.measure(name));
      }
    }
  }

  type Named = { name: string; file: OutboxFile };

  async function measure(files: Named[]): Promise<(Named & { stats: Stats | undefined })[]> {
    const measured: (Named & { stats: Stats | undefined })[] = [];
    for (let at = 0; at < files.length; at += measuredAtOnce) {
      const some = files.slice(at, at + measuredAtOnce);
      measured.push(
        ...(await Promise.all(some.map(async (one) => ({ ...one, stats: await folder.measure(one.name) })))),
      );
    }
    return measured;
  }

  async function look() {
    const endLook = index.beginLook();
    const permissionsNow = await folder.permissions();
    if (permissions !== undefined && permissionsNow !== permissions) aside.clear(); // What could not be renamed or removed may be now.
    permissions = permissionsNow;

    const listed = await folder.list();
    if (aside.count() > 0) aside.keepOnly(new Set(listed.map(({ name }) => name)));
    const usable: OutboxFile[] = [];
    const toMeasure: Named[] = [];
    const unfinishedNames: string[] = [];
    for (const { name, isFile } of listed) {
      const file = readName(name);
      if (file === undefined) {
        if (isFile && isDraft(name) && !aside.has(name)) unfinishedNames.push(name);
      } else if (!isFile) aside.add(name, 'not a regular file');
      else if (index.has(file.key) && !aside.has(name)) usable.push(file);
      else toMeasure.push({ name, file });
    }
    for (const { name, file, stats } of await measure(toMeasure)) {
      if (stats === undefined || aside.holds(name, stats)) continue;
      aside.delete(name);
      const reason = whyUnusable(stats, file.bytes);
      if (reason === undefined) usable.push(file);
      else if (stats.isFile() && stats.size < file.bytes && file.claimedUntil !== undefined) unfinishedNames.push(name);
      else aside.add(name, reason, stats);
    }
    endLook(usable);
    await removeAbandoned(unfinishedNames);
  }

  let looking: Promise<void> | undefined;
  return () =>
    (looking ??= look().finally(() => {
      looking = undefined;
    }));
}

function isDraft(name: string): boolean {
  return readName(/^\.(.*)\.draft$/.exec(name)?.[1] ?? '') !== undefined;
}
