import { randomUUID } from 'node:crypto';
import type { Envelope, Source } from '../envelope/envelope.js';
import type { OutboxEntry } from './outbox.js';

// A size of more than seven digits is larger than any envelope.
const form =
  /^((\d{13})-(\d{1,7})-([0-9a-f]{32})-[0-9a-f]{8}\.(server|browser)\.(error|feedback)\.envelope)(?:\.(\d{13}))?$/;

/**
 * The key of an entry, which is its file's name without the claim. `salt`, eight hex digits, tells apart entries of the
 * same event in the same millisecond.
 */
export function createKey(entry: Omit<OutboxEntry, 'key' | 'claimedUntil'> & { salt: string }): string {
  const { keptAt, bytes, eventId, salt, source, category } = entry;
  return `${formatTime(keptAt)}-${bytes}-${eventId}-${salt}.${source}.${category}.envelope`;
}

/** The entry of an envelope that is in no store yet, with a key of its own. */
export function createEntry(
  { bytes, eventId, category }: Pick<Envelope, 'bytes' | 'eventId' | 'category'>,
  of: { source: Source; keptAt: number },
): OutboxEntry {
  const fields = { bytes: bytes.byteLength, eventId, category, ...of };
  // Eight random digits; Node takes them from a pool, unlike `randomBytes`.
  return { ...fields, key: createKey({ ...fields, salt: randomUUID().slice(0, 8) }) };
}

export function fileNameOf({ key, claimedUntil }: Pick<OutboxEntry, 'key' | 'claimedUntil'>): string {
  return claimedUntil === undefined ? key : `${key}.${formatTime(claimedUntil)}`;
}

/** Thirteen digits, whatever the clock says: a name of another form would never be found again. */
function formatTime(ms: number): string {
  return String(Math.min(Math.max(0, ms), 9_999_999_999_999)).padStart(13, '0');
}

/**
 * Reads a file's name. Anybody can name a file, so the entry is not believed before the file was measured.
 * @returns `undefined`: not a file of the outbox, which leaves it alone. An entry has no control characters.
 */
export function parseFileName(name: string): OutboxEntry | undefined {
  const [, key, keptAt, bytes, eventId, source, category, claimedUntil] = form.exec(name) ?? [];
  if (key === undefined || eventId === undefined) return undefined;
  return {
    key,
    keptAt: Number(keptAt),
    bytes: Number(bytes),
    eventId,
    source: source === 'browser' ? 'browser' : 'server',
    category: category === 'feedback' ? 'feedback' : 'error',
    ...(claimedUntil === undefined ? {} : { claimedUntil: Number(claimedUntil) }),
  };
}
