import type { Category, Source } from './envelope';
import { ageByStamp, ageOf, isTooOld, type KnownAge } from './outbox-age';
import type { OutboxFile } from './outbox-file';
import type { OutboxLimits } from './outbox-store';
import { createQueue, type Queue } from './queue';
import { createSendOrder } from './send-order';

/** Longer than one try can take, so that no two processes send the same; what a killed process held is free after it. */
export const claimMs = 15_000;

export type Clocks = { now: () => number; elapsed: () => number };

type Entry = {
  file: OutboxFile;
  /** Counts up: stamps of several clocks tell no order. */
  place: number;
  foundAt: number;
  ageWhenFound: number;
  claimSeenAt: number;
  isOurs: boolean;
  isRefused: boolean;
  /** Given to be claimed, and not claimed yet. */
  isTaken: boolean;
  /** Not to be sent before, by `elapsed`. */
  waitsUntil: number;
};

type BySource = { queue: Queue<Entry>; bytes: number };

/**
 * What this process knows of the outbox, in memory. Envelopes stand in the order in which they were found; stamps order
 * only those found at one look, so a clock that jumps changes nothing in it. Durations are of `elapsed`, which is monotonic.
 */
export function createOutboxIndex(limits: OutboxLimits, { now, elapsed }: Clocks) {
  const entries = new Map<string, Entry>();
  const eventIds = new Map<string, number>();
  const sources: Record<Source, BySource> = {
    server: { queue: createQueue(), bytes: 0 },
    browser: { queue: createQueue(), bytes: 0 },
  };
  const waiting = createSendOrder<Entry>();
  /** What this process has changed since a look at the folder began: the look may have come too early for it. */
  let changed: Set<string> | undefined;
  let places = 0;

  /**
   * Neither clock alone may end a claim too early or never: it ends at its time, and also when it was seen for as long as
   * any can last, for it may have been made by a clock that was ahead. Ours do not depend on the wall clock at all.
   */
  function isClaimed({ file: { claimedUntil }, claimSeenAt, isOurs, isTaken }: Entry): boolean {
    if (isTaken) return true;
    if (claimedUntil === undefined || elapsed() - claimSeenAt >= claimMs) return false;
    return isOurs || claimedUntil >= now();
  }

  /** What may not be sent yet is queued at a later look. */
  function queueIfFree(entry: Entry) {
    if (!isClaimed(entry) && entry.waitsUntil <= elapsed()) waiting.add(entry);
  }

  function add(file: OutboxFile, isOurs: boolean) {
    const ageWhenFound = ageByStamp(file.keptAt, now());
    const seen = { foundAt: elapsed(), ageWhenFound, claimSeenAt: elapsed() };
    const state = { isOurs, isRefused: false, isTaken: false, waitsUntil: 0 };
    const entry: Entry = { file, place: (places += 1), ...seen, ...state };
    entries.set(file.key, entry);
    if (file.eventId !== undefined) eventIds.set(file.eventId, (eventIds.get(file.eventId) ?? 0) + 1);
    sources[file.source].queue.add(entry);
    sources[file.source].bytes += file.bytes;
    queueIfFree(entry);
  }

  function forget(key: string) {
    changed?.add(key);
    const entry = entries.get(key);
    if (entry === undefined) return;
    const { eventId, source, bytes } = entry.file;
    entries.delete(key);
    sources[source].queue.delete(entry);
    sources[source].bytes -= bytes;
    waiting.delete(entry);
    if (eventId === undefined) return;
    const others = (eventIds.get(eventId) ?? 1) - 1;
    if (others > 0) eventIds.set(eventId, others);
    else eventIds.delete(eventId);
  }

  function update(entry: Entry, file: OutboxFile, isOurs: boolean) {
    if (file.claimedUntil !== entry.file.claimedUntil) {
      Object.assign(entry, { file, isOurs, claimSeenAt: elapsed() });
      waiting.delete(entry);
    }
    queueIfFree(entry);
  }

  /** Notes a file as a look at the folder has found it. */
  function found(file: OutboxFile) {
    const entry = entries.get(file.key);
    if (entry === undefined) add(file, false);
    else if (!entry.isTaken) update(entry, file, entry.isOurs && file.claimedUntil === entry.file.claimedUntil);
  }

  /** Takes over what a look has found, but where this process has changed something meanwhile. */
  function replace(files: OutboxFile[]) {
    const changedMeanwhile = changed;
    changed = undefined;
    const there = new Set(files.map(({ key }) => key));
    for (const [key, { isTaken }] of entries) {
      if (!there.has(key) && !isTaken && !changedMeanwhile?.has(key)) forget(key);
    }
    const fresh = files.filter((file) => !changedMeanwhile?.has(file.key));
    const ages = new Map(fresh.map((file) => [file, ageByStamp(file.keptAt, now())]));
    const age = (file: OutboxFile) => ages.get(file) ?? 0;
    for (const file of fresh.toSorted((one, other) => age(other) - age(one))) found(file);
  }

  /** Notes a file as this process has made or renamed it. */
  function made(file: OutboxFile, { isRefused = false, waitMs = 0 } = {}) {
    changed?.add(file.key);
    const entry = entries.get(file.key);
    if (entry === undefined) return add(file, true);
    entry.isTaken = false;
    entry.isRefused ||= isRefused;
    entry.waitsUntil = elapsed() + waitMs;
    update(entry, file, true);
  }

  const knownAge = ({ file, foundAt, ageWhenFound }: Entry): KnownAge => ({
    stamp: file.keptAt,
    ageWhenFound,
    heldMs: elapsed() - foundAt,
  });

  /** The source that has more of what there is too much of: that one is over its half. */
  function sourceToGiveWay(): BySource | undefined {
    const { server, browser } = sources;
    if (entries.size > limits.envelopes) return server.queue.size() > browser.queue.size() ? server : browser;
    if (server.bytes + browser.bytes > limits.bytes) return server.bytes > browser.bytes ? server : browser;
    return undefined;
  }

  const oldestOfEach = () => [sources.server, sources.browser].flatMap(({ queue }) => queue.first() ?? []);

  return {
    found,
    made,
    forget,
    has: (key: string) => entries.has(key),
    /** A look at the folder begins; its end hands in every file that it has found. */
    beginLook(): (files: OutboxFile[]) => void {
      changed = new Set();
      return replace;
    },
    count: () => entries.size,
    holds: (eventId: string) => eventIds.has(eventId),
    hasWaiting: (mayBeSent: (category: Category) => boolean) => waiting.first(mayBeSent) !== undefined,

    /** Gives out what is to be claimed next. It is out until it is `made`, forgotten or `putBack`. */
    take(mayBeSent: (category: Category) => boolean): OutboxFile | undefined {
      const entry = waiting.first(mayBeSent);
      if (entry === undefined) return undefined;
      waiting.delete(entry);
      entry.isTaken = true;
      return entry.file;
    },
    putBack(file: OutboxFile): void {
      const entry = entries.get(file.key);
      if (entry === undefined) return;
      entry.isTaken = false;
      queueIfFree(entry);
    },

    nextToEvict(): OutboxFile | undefined {
      const queue = sourceToGiveWay()?.queue;
      const first = queue?.first();
      if (first && !isClaimed(first)) return first.file;
      for (const entry of queue?.values() ?? []) if (!isClaimed(entry)) return entry.file;
      const isOver = (entry: Entry) => !isClaimed(entry) && isTooOld(knownAge(entry), now(), limits.ageMs);
      return oldestOfEach().find(isOver)?.file;
    },

    oldestAgeMs(): number | undefined {
      const ages = oldestOfEach().map((entry) => ageOf(knownAge(entry), now()));
      return ages.length === 0 ? undefined : Math.max(...ages);
    },
  };
}

export type OutboxIndex = ReturnType<typeof createOutboxIndex>;
