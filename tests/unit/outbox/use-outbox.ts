import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Category } from '../../../candor/src/envelope/envelope';
import { createKey, parseKey } from '../../../candor/src/outbox/entry-key';
import type { Outbox, OutboxEntry } from '../../../candor/src/outbox/outbox';

/** How an envelope is put. */
export const byServer = { source: 'server', claimed: false } as const;
export const byBrowser = { source: 'browser', claimed: false } as const;
export const claimed = { source: 'server', claimed: true } as const;

export const anything = () => true;

/** Claims every envelope that can be claimed. */
export async function claimAll(outbox: Outbox, mayBeSent: (category: Category) => boolean = anything) {
  const ids: (string | undefined)[] = [];
  for (let next = await outbox.claimNext(mayBeSent); next; next = await outbox.claimNext(mayBeSent)) {
    ids.push(next.entry.eventId);
  }
  return ids;
}

/** Like `claimAll`, after a look at what is in the store now. */
export const findAll = (outbox: Outbox) => outbox.refresh().then(() => claimAll(outbox));

/** As delivery does it, which names what is given up before it removes it. */
export async function evictAll(outbox: Outbox): Promise<OutboxEntry[]> {
  const evicted = await outbox.evict();
  await Promise.all(evicted.map((entry) => outbox.remove(entry)));
  return evicted;
}

/** The name of an envelope of event 1 on disk. */
export function fileNamed(fields: Partial<Parameters<typeof createKey>[0]> = {}): string {
  const entry = { bytes: 100, eventId: '1'.repeat(32), source: 'server', category: 'error' } as const;
  return createKey({ keptAt: Date.now() - 1_000, salt: '00000000', ...entry, ...fields });
}

/** As of one moment: while they are read, another process may adopt a folder, and its old name is gone. */
function pathsIn(folder: string): string[] {
  for (;;) {
    try {
      return readdirSync(folder, { recursive: true, encoding: 'utf8' });
    } catch (error) {
      if (!existsSync(folder) || (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
}

/** What is kept below a folder, by all processes. */
export const keptIn = (folder: string): OutboxEntry[] =>
  pathsIn(folder).flatMap((path) => parseKey(basename(path)) ?? []);

/** The text of all that is kept below a folder. A file that is gone since its name was read is empty. */
export function textKeptIn(folder: string): string {
  const paths = pathsIn(folder).map((path) => join(folder, path));
  const kept = paths.filter((path) => parseKey(basename(path)) && existsSync(path));
  return kept.map((path) => readFileSync(path, 'utf8')).join('\n');
}
