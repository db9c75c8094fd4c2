import type { Category } from '../../envelope/envelope.js';
import { isClaimed, type Clocks, type IndexedEntry } from './indexed-entry.js';
import { createOutboxSources } from './outbox-sources.js';
import type { OutboxEntry, OutboxLimits } from '../outbox.js';
import { createSendOrder } from './send-order.js';

/**
 * Knows, in memory, the content of the outbox. Envelopes stand in the order in which they were found. Stamps order only those
 * that one scan has found, so a clock that jumps does not change the order.
 */
export class OutboxIndex {
  readonly #clocks: Clocks;
  readonly #entries = new Map<string, IndexedEntry>();
  /** How many entries there are of each event. */
  readonly #events = new Map<string, number>();
  readonly #sources: ReturnType<typeof createOutboxSources<IndexedEntry>>;
  readonly #waiting = createSendOrder<IndexedEntry>();
  /** Keys that this process has changed since a scan began: the scan may have read the folder before the change. */
  #changed: Set<string> | undefined;
  #places = 0;

  constructor(limits: OutboxLimits, clocks: Clocks) {
    this.#clocks = clocks;
    this.#sources = createOutboxSources(limits);
  }

  /** Begins a scan. @returns the function that ends it, given every entry that the scan has found */
  beginScan(): (found: OutboxEntry[]) => void {
    this.#changed = new Set();
    return (found) => this.#endScan(found);
  }

  /** Replaces the index with the entries that a scan has found, except where this process has made a change meanwhile. */
  #endScan(found: OutboxEntry[]): void {
    const changed = this.#changed;
    this.#changed = undefined;
    const foundKeys = new Set(found.map(({ key }) => key));
    for (const [key, { isTaken }] of this.#entries) {
      if (!foundKeys.has(key) && !isTaken && !changed?.has(key)) this.forget(key);
    }
    const unchanged = found.filter(({ key }) => !changed?.has(key));
    for (const entry of unchanged.sort((one, other) => one.keptAt - other.keptAt)) this.recordFound(entry);
  }

  /** Records an entry as a scan has found it. */
  recordFound(entry: OutboxEntry): void {
    const indexed = this.#entries.get(entry.key);
    if (indexed === undefined) this.#add(entry, { isOurs: false });
    else if (!indexed.isTaken) this.#update(indexed, entry, { isOurs: false });
  }

  /** Records an entry as this process has written or renamed it. */
  recordOwn(entry: OutboxEntry, { isDeferred = false, waitMs = 0 } = {}): void {
    this.#changed?.add(entry.key);
    const indexed = this.#entries.get(entry.key);
    if (indexed === undefined) return this.#add(entry, { isOurs: true });
    indexed.isTaken = false;
    indexed.isDeferred ||= isDeferred;
    indexed.waitsUntil = this.#clocks.elapsed() + waitMs;
    this.#update(indexed, entry, { isOurs: true });
  }

  #add(entry: OutboxEntry, { isOurs }: { isOurs: boolean }): void {
    const place = (this.#places += 1);
    const claimSeenAt = this.#clocks.elapsed();
    const indexed = { entry, place, isOurs, claimSeenAt, isDeferred: false, isTaken: false, waitsUntil: 0 };
    this.#entries.set(entry.key, indexed);
    this.#countEvent(entry.eventId, 1);
    this.#sources.add(indexed);
    this.#queueIfFree(indexed);
  }

  #update(indexed: IndexedEntry, entry: OutboxEntry, { isOurs }: { isOurs: boolean }): void {
    if (entry.claimedUntil !== indexed.entry.claimedUntil) {
      Object.assign(indexed, { entry, isOurs, claimSeenAt: this.#clocks.elapsed() });
      this.#waiting.delete(indexed);
    }
    this.#queueIfFree(indexed);
  }

  /** An envelope that may not be sent yet is queued at a later scan. */
  #queueIfFree(indexed: IndexedEntry): void {
    const isDue = indexed.waitsUntil <= this.#clocks.elapsed();
    if (isDue && !isClaimed(indexed, this.#clocks)) this.#waiting.add(indexed);
  }

  forget(key: string): void {
    this.#changed?.add(key);
    const indexed = this.#entries.get(key);
    if (indexed === undefined) return;
    this.#entries.delete(key);
    this.#countEvent(indexed.entry.eventId, -1);
    this.#sources.delete(indexed);
    this.#waiting.delete(indexed);
  }

  #countEvent(eventId: string, by: 1 | -1): void {
    const count = (this.#events.get(eventId) ?? 0) + by;
    if (count > 0) this.#events.set(eventId, count);
    else this.#events.delete(eventId);
  }

  /** Takes the next entry to claim. It is taken until `recordOwn`, `forget` or `putBack`. */
  takeNext(mayBeSent: (category: Category) => boolean): OutboxEntry | undefined {
    const indexed = this.#waiting.first(mayBeSent);
    if (indexed === undefined) return undefined;
    this.#waiting.delete(indexed);
    indexed.isTaken = true;
    return indexed.entry;
  }

  putBack({ key }: OutboxEntry): void {
    const indexed = this.#entries.get(key);
    if (indexed === undefined) return;
    indexed.isTaken = false;
    this.#queueIfFree(indexed);
  }

  nextToEvict(): OutboxEntry | undefined {
    return this.#sources.firstToGiveWay((indexed) => !isClaimed(indexed, this.#clocks))?.entry;
  }

  oldestAgeMs(): number | undefined {
    const stamps = this.#sources.oldestOfEach().map(({ entry }) => entry.keptAt);
    return stamps.length === 0 ? undefined : Math.max(0, this.#clocks.now() - Math.min(...stamps));
  }

  has(key: string): boolean {
    return this.#entries.has(key);
  }

  count(): number {
    return this.#entries.size;
  }

  holds(eventId: string): boolean {
    return this.#events.has(eventId);
  }

  hasWaiting(mayBeSent: (category: Category) => boolean): boolean {
    return this.#waiting.first(mayBeSent) !== undefined;
  }
}
