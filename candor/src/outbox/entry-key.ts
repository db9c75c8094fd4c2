import { randomUUID } from 'node:crypto';
import type { Source } from '../envelope/envelope.js';
import type { OutboxEntry, Storable } from './outbox.js';

// `fieldsOf` in redis/redis-scripts.ts reads it, too. A size of more than seven digits is larger than any envelope.
const form = /^(\d{13})-(\d{1,7})-([0-9a-f]{32})-[0-9a-f]{8}\.(server|browser)\.(error|feedback)\.envelope$/;

/** A key holds all fields of its entry. `salt`, eight hex digits, tells apart entries of one event in one millisecond. */
export function createKey(entry: Omit<OutboxEntry, 'key'> & { salt: string }): string {
  const { keptAt, bytes, eventId, salt, source, category } = entry;
  // Thirteen digits, whatever the clock says: a key of another form would never be found again.
  const time = String(Math.min(Math.max(0, keptAt), 9_999_999_999_999)).padStart(13, '0');
  return `${time}-${bytes}-${eventId}-${salt}.${source}.${category}.envelope`;
}

export function createEntry(envelope: Storable, of: { source: Source; keptAt: number }): OutboxEntry {
  const { bytes, eventId, category } = envelope;
  const fields = { bytes: bytes.byteLength, eventId, category, ...of };
  // Eight random digits; Node takes them from a pool, unlike `randomBytes`.
  return { ...fields, key: createKey({ ...fields, salt: randomUUID().slice(0, 8) }) };
}

/** `undefined`: it is not a key of ours. An entry has no control characters. */
export function parseKey(key: string): OutboxEntry | undefined {
  const [, keptAt, bytes, eventId, source, category] = form.exec(key) ?? [];
  if (eventId === undefined) return undefined;
  return {
    key,
    keptAt: Number(keptAt),
    bytes: Number(bytes),
    eventId,
    source: source === 'browser' ? 'browser' : 'server',
    category: category === 'feedback' ? 'feedback' : 'error',
  };
}
