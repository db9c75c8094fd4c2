import type { Category } from './envelope';
import { ageByStamp, ageOf, isTooOld, type KnownAge } from './outbox-age';
import { createOutboxSources } from './outbox-sources';
import { claimMs, type OutboxEntry, type OutboxLimits } from './outbox-store';
import { createSendOrder } from './send-order';

export type Clocks = { now: () => number; elapsed: () => number };

type Indexed = {
  entry: OutboxEntry;
  /** Counts up: stamps of several clocks have no order. */
  place: number;
  foundAt: number;
  ageWhenFound: number;
  claimSeenAt: number;
  isOurs: boolean;
  isDeferred: boolean;
  /** Taken to be claimed, and not claimed yet. */
  isTaken: boolean;
  /** Not to be sent before, by `elapsed`. */
  waitsUntil: number;
};

/**
 * Knows, in memory, what is in the outbox. Envelopes stand in the order in which they were found. Stamps order only those
 * that one scan has found, so a clock that jumps does not change the order. Durations are of `elapsed`, which is monotonic.
 */
export function createOutboxIndex(limits: OutboxLimits, { now, elapsed }: Clocks) {
  const entries = new Map<string, Indexed>();
  const eventIds = new Map<string, number>();
  const sources = createOutboxSources<Indexed>(limits);
  const waiting = createSendOrder<Indexed>();
  /** Keys that this process has changed since a scan began: the scan may have read the folder before the change. */
  let changed: Set<string> | undefined;
  let places = 0;

  /**
   * Neither clock alone may end a claim too early or never. A claim ends at its time. It also ends when it was seen for as
   * long as any can last: a clock that was ahead may have made it. Our own claims do not depend on the wall clock.
   */
  function isClaimed({ entry: { claimedUntil }, claimSeenAt, isOurs, isTaken }: Indexed): boolean {
    if (isTaken) return true;
    if (claimedUntil === undefined || elapsed() - claimSeenAt >= claimMs) return false;
    return isOurs || claimedUntil >= now();
  }

  /** An envelope that may not be sent yet is queued at a later scan. */
  function queueIfFree(indexed: Indexed) {
    if (!isClaimed(indexed) && indexed.waitsUntil <= elapsed()) waiting.add(indexed);
  }

  function add(entry: OutboxEntry, isOurs: boolean) {
    const ageWhenFound = ageByStamp(entry.keptAt, now());
    const seen = { foundAt: elapsed(), ageWhenFound, claimSeenAt: elapsed() };
    const state = { isOurs, isDeferred: false, isTaken: false, waitsUntil: 0 };
    const indexed: Indexed = { entry, place: (places += 1), ...seen, ...state };
    entries.set(entry.key, indexed);
    if (entry.eventId !== undefined) eventIds.set(entry.eventId, (eventIds.get(entry.eventId) ?? 0) + 1);
    sources.add(indexed);
    queueIfFree(indexed);
  }

  function forget(key: string) {
    changed?.add(key);
    const indexed = entries.get(key);
    if (indexed === undefined) return;
    const { eventId } = indexed.entry;
    entries.delete(key);
    sources.delete(indexed);
    waiting.delete(indexed);
    if (eventId === undefined) return;
    const others = (eventIds.get(eventId) ?? 1) - 1;
    if (others > 0) eventIds.set(eventId, others);
    else eventIds.delete(eventId);
  }

  function update(indexed: Indexed, entry: OutboxEntry, isOurs: boolean) {
    if (entry.claimedUntil !== indexed.entry.claimedUntil) {
      Object.assign(indexed, { entry, isOurs, claimSeenAt: elapsed() });
      waiting.delete(indexed);
    }
    queueIfFree(indexed);
  }

  /** Records an entry as a scan has found it. */
  function recordFound(entry: OutboxEntry) {
    const indexed = entries.get(entry.key);
    if (indexed === undefined) return add(entry, false);
    if (indexed.isTaken) return;
    update(indexed, entry, indexed.isOurs && entry.claimedUntil === indexed.entry.claimedUntil);
  }

  /** Replaces the index with the entries that a scan has found, except where this process has made a change meanwhile. */
  function endScan(found: OutboxEntry[]) {
    const changedMeanwhile = changed;
    changed = undefined;
    const foundKeys = new Set(found.map(({ key }) => key));
    for (const [key, { isTaken }] of entries) {
      if (!foundKeys.has(key) && !isTaken && !changedMeanwhile?.has(key)) forget(key);
    }
    const unchanged = found.filter(({ key }) => !changedMeanwhile?.has(key));
    const ages = new Map(unchanged.map((entry) => [entry, ageByStamp(entry.keptAt, now())]));
    const age = (entry: OutboxEntry) => ages.get(entry) ?? 0;
    for (const entry of unchanged.toSorted((one, other) => age(other) - age(one))) recordFound(entry);
  }

  /** Records an entry as this process has written or renamed it. */
  function recordOwn(entry: OutboxEntry, { isDeferred = false, waitMs = 0 } = {}) {
    changed?.add(entry.key);
    const indexed = entries.get(entry.key);
    if (indexed === undefined) return add(entry, true);
    indexed.isTaken = false;
    indexed.isDeferred ||= isDeferred;
    indexed.waitsUntil = elapsed() + waitMs;
    update(indexed, entry, true);
  }

  const knownAge = ({ entry, foundAt, ageWhenFound }: Indexed): KnownAge => ({
    stamp: entry.keptAt,
    ageWhenFound,
    heldMs: elapsed() - foundAt,
  });

  return {
    recordFound,
    recordOwn,
    forget,
    has: (key: string) => entries.has(key),
    /** Begins a scan. @returns the function that ends it, given every entry that the scan has found */
    beginScan(): (found: OutboxEntry[]) => void {
      changed = new Set();
      return endScan;
    },
    count: () => entries.size,
    holds: (eventId: string) => eventIds.has(eventId),
    hasWaiting: (mayBeSent: (category: Category) => boolean) => waiting.first(mayBeSent) !== undefined,

    /** Takes the next entry to claim. It is taken until `recordOwn`, `forget` or `putBack`. */
    takeNext(mayBeSent: (category: Category) => boolean): OutboxEntry | undefined {
      const indexed = waiting.first(mayBeSent);
      if (indexed === undefined) return undefined;
      waiting.delete(indexed);
      indexed.isTaken = true;
      return indexed.entry;
    },
    putBack(entry: OutboxEntry): void {
      const indexed = entries.get(entry.key);
      if (indexed === undefined) return;
      indexed.isTaken = false;
      queueIfFree(indexed);
    },

    nextToEvict(): OutboxEntry | undefined {
      const tooMuch = sources.firstToGiveWay((indexed) => !isClaimed(indexed));
      if (tooMuch) return tooMuch.entry;
      const isOver = (indexed: Indexed) => !isClaimed(indexed) && isTooOld(knownAge(indexed), now(), limits.ageMs);
      return sources.oldestOfEach().find(isOver)?.entry;
    },

    oldestAgeMs(): number | undefined {
      const ages = sources.oldestOfEach().map((indexed) => ageOf(knownAge(indexed), now()));
      return ages.length === 0 ? undefined : Math.max(...ages);
    },
  };
}

export type OutboxIndex = ReturnType<typeof createOutboxIndex>;
