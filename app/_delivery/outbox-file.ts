import type { Category, Source } from './envelope';

/** What the name of a file in the outbox tells: all that is needed without opening it. Times: ms since the epoch. */
export type OutboxFile = {
  keptAt: number;
  bytes: number;
  eventId: string | undefined;
  source: Source;
  category: Category;
  /** Tells apart what was kept of the same event in the same millisecond. */
  salt: string;
  /** Until then it belongs to the process that is sending it; after that to whoever claims it next. */
  claimedUntil?: number;
};

const noEvent = '0'.repeat(32);
// A size of more than seven digits is more than the tunnel takes: not ours.
const form =
  /^(\d{13})-(\d{1,7})-([0-9a-f]{32})-([0-9a-f]{8})(?:\.(server|browser)\.(error|feedback))?\.envelope(?:\.(\d{13}))?$/;

export function nameOf({ keptAt, bytes, eventId = noEvent, source, category, salt, claimedUntil }: OutboxFile): string {
  const claim = claimedUntil === undefined ? '' : `.${claimedUntil}`;
  return `${String(keptAt).padStart(13, '0')}-${bytes}-${eventId}-${salt}.${source}.${category}.envelope${claim}`;
}

/** `undefined`: not a file of the outbox, and so none of its business. */
export function readName(name: string): OutboxFile | undefined {
  const [, keptAt, bytes, eventId, salt, source = 'server', category = 'error', claimedUntil] = form.exec(name) ?? [];
  if (keptAt === undefined || eventId === undefined || salt === undefined) return undefined;
  return {
    keptAt: Number(keptAt),
    bytes: Number(bytes),
    eventId: eventId === noEvent ? undefined : eventId,
    salt,
    source: source as Source,
    category: category as Category,
    ...(claimedUntil === undefined ? {} : { claimedUntil: Number(claimedUntil) }),
  };
}
