import type { Category } from '../envelope/envelope.js';
import type { Lost, OutboxEntry, OutboxLimits } from './outbox.js';

export type Clocks = { now: () => number; elapsed: () => number };

export const machineClocks: Clocks = { now: () => Date.now(), elapsed: () => performance.now() };

/** `turn`: 0, or when it was deferred among the deferred ones. `waitsUntil`: by the monotonic clock. */
type Kept = { readonly entry: OutboxEntry; isClaimed: boolean; turn: number; waitsUntil: number };

/** The entries of this process, in the order in which it got them. Nothing else knows which are claimed or deferred. */
export class KeptEntries {
  readonly #kept = new Map<string, Kept>();
  readonly #countsOfEvents = new Map<string, number>();
  readonly #sums = { server: { count: 0, bytes: 0 }, browser: { count: 0, bytes: 0 } };
  protected readonly lost: Lost[] = [];
  #turns = 0;

  constructor(
    private readonly limits: OutboxLimits,
    protected readonly clocks: Clocks,
  ) {}

  protected add(entry: OutboxEntry, isClaimed = false): void {
    if (this.#kept.has(entry.key)) return; // An operator has copied a folder.
    this.#kept.set(entry.key, { entry, isClaimed, turn: 0, waitsUntil: 0 });
    this.#count(entry, 1);
  }

  /** Adds entries that may be older. Only here wall clocks decide: one that jumps does not change the order of this process. */
  protected merge(entries: OutboxEntry[]): void {
    for (const entry of entries) this.add(entry);
    const sorted = [...this.#kept].sort(([, one], [, other]) => one.entry.keptAt - other.entry.keptAt);
    this.#kept.clear();
    for (const [key, kept] of sorted) this.#kept.set(key, kept);
  }

  protected forget(entry: OutboxEntry): boolean {
    const isKept = this.#kept.delete(entry.key);
    if (isKept) this.#count(entry, -1);
    return isKept;
  }

  protected forgetAll({ keepsClaimed = false } = {}): OutboxEntry[] {
    const all = [...this.#kept.values()].filter(({ isClaimed }) => !(keepsClaimed && isClaimed));
    return all.map(({ entry }) => entry).filter((entry) => this.forget(entry));
  }

  #count({ eventId, source, bytes }: OutboxEntry, by: 1 | -1): void {
    const countOfEvent = (this.#countsOfEvents.get(eventId) ?? 0) + by;
    if (countOfEvent > 0) this.#countsOfEvents.set(eventId, countOfEvent);
    else this.#countsOfEvents.delete(eventId);
    this.#sums[source].count += by;
    this.#sums[source].bytes += by * bytes;
  }

  hasWaiting(mayBeSent: (category: Category) => boolean): boolean {
    return this.next(mayBeSent) !== undefined;
  }

  /** The oldest that may be sent now; deferred ones after all others, and in turn. */
  protected next(mayBeSent: (category: Category) => boolean): Kept | undefined {
    const elapsed = this.clocks.elapsed();
    const categories = (['error', 'feedback'] as const).filter(mayBeSent);
    let next: Kept | undefined;
    for (const kept of this.#kept.values()) {
      if (kept.isClaimed || kept.waitsUntil > elapsed || !categories.includes(kept.entry.category)) continue;
      if (kept.turn === 0) return kept;
      if (next === undefined || kept.turn < next.turn) next = kept;
    }
    return next;
  }

  async release({ key }: OutboxEntry, next: { isDeferred: boolean; waitMs?: number }): Promise<boolean> {
    const kept = this.#kept.get(key);
    if (kept === undefined) return false;
    kept.isClaimed = false;
    if (next.isDeferred) kept.turn = this.#turns += 1;
    kept.waitsUntil = this.clocks.elapsed() + (next.waitMs ?? 0);
    return true;
  }

  async evict(): Promise<OutboxEntry[]> {
    const evicted: OutboxEntry[] = [];
    for (let entry; evicted.length < 100 && (entry = this.#nextToEvict());) {
      this.forget(entry);
      evicted.push(entry);
    }
    return evicted;
  }

  /** The oldest one that is not claimed, of the source that is over its half. */
  #nextToEvict(): OutboxEntry | undefined {
    const { server, browser } = this.#sums;
    const isTooMany = this.#kept.size > this.limits.envelopes;
    if (!isTooMany && server.bytes + browser.bytes <= this.limits.bytes) return undefined;
    const isOfServer = isTooMany ? server.count > browser.count : server.bytes > browser.bytes;
    for (const { entry, isClaimed } of this.#kept.values())
      if (!isClaimed && (entry.source === 'server') === isOfServer) return entry;
    return undefined;
  }

  oldestAgeMs(): number | undefined {
    for (const { entry } of this.#kept.values()) return Math.max(0, this.clocks.now() - entry.keptAt);
    return undefined;
  }

  takeLost(): Lost[] {
    return this.lost.splice(0);
  }

  count(): number {
    return this.#kept.size;
  }

  async holds(eventId: string): Promise<boolean> {
    return this.#countsOfEvents.has(eventId);
  }
}
