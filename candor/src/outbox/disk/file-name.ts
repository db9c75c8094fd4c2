import { formatTime, parseKey } from '../entry-key.js';
import type { OutboxEntry } from '../outbox.js';

/** The name of an entry's file: its key, and while it is claimed the end of the claim. */
export function fileNameOf({ key, claimedUntil }: Pick<OutboxEntry, 'key' | 'claimedUntil'>): string {
  return claimedUntil === undefined ? key : `${key}.${formatTime(claimedUntil)}`;
}

/**
 * Reads a file's name. Anybody can name a file, so the entry is not believed before the file was measured.
 * @returns `undefined`: not a file of the outbox, which leaves it alone
 */
export function parseFileName(name: string): OutboxEntry | undefined {
  const claim = /\.(\d{13})$/.exec(name);
  const entry = parseKey(claim ? name.slice(0, claim.index) : name);
  return entry && claim ? { ...entry, claimedUntil: Number(claim[1]) } : entry;
}
