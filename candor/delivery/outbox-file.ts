import type { Category, Source } from './envelope';

/**
 * What the name of a file in the outbox says. It is not believed before the file was measured: anybody can name a file.
 * Times: ms since the epoch.
 */
export type OutboxFile = {
  /** The name without the claim: it stays the same from the put to the end. */
  key: string;
  keptAt: number;
  bytes: number;
  eventId: string | undefined;
  source: Source;
  category: Category;
  /** Until then it belongs to the process that is sending it; after that to the first that claims it. */
  claimedUntil?: number;
};

const noEvent = '0'.repeat(32);
// A size of more than seven digits is more than the tunnel takes: not ours.
const form =
  /^((\d{13})-(\d{1,7})-([0-9a-f]{32})-[0-9a-f]{8}(?:\.(server|browser)\.(error|feedback))?\.envelope)(?:\.(\d{13}))?$/;

/** `salt`, eight hex digits, tells apart what is kept of the same event in the same millisecond. */
export function keyFor(file: Omit<OutboxFile, 'key' | 'claimedUntil'> & { salt: string }): string {
  const { keptAt, bytes, eventId = noEvent, salt, source, category } = file;
  return `${stampOf(keptAt)}-${bytes}-${eventId}-${salt}.${source}.${category}.envelope`;
}

export function nameOf({ key, claimedUntil }: Pick<OutboxFile, 'key' | 'claimedUntil'>): string {
  return claimedUntil === undefined ? key : `${key}.${stampOf(claimedUntil)}`;
}

/** Thirteen digits, whatever the clock says: a name of another form would never be found again. */
function stampOf(ms: number): string {
  return String(Math.min(Math.max(0, ms), 9_999_999_999_999)).padStart(13, '0');
}

/**
 * `undefined`: not a file of the outbox, and so none of its business. What is read here has no control characters. Names
 * of earlier versions, without source and category, are of the server's errors.
 */
export function readName(name: string): OutboxFile | undefined {
  const [, key, keptAt, bytes, eventId, source = 'server', category = 'error', claimedUntil] = form.exec(name) ?? [];
  if (key === undefined) return undefined;
  return {
    key,
    keptAt: Number(keptAt),
    bytes: Number(bytes),
    eventId: eventId === noEvent ? undefined : eventId,
    source: source as Source,
    category: category as Category,
    ...(claimedUntil === undefined ? {} : { claimedUntil: Number(claimedUntil) }),
  };
}
