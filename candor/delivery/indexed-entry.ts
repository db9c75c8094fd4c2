import { claimMs, type OutboxEntry } from './outbox-store';

/** `now` tells ms since the epoch, `elapsed` ms of a monotonic clock. */
export type Clocks = { now: () => number; elapsed: () => number };

/** The knowledge of this process about one kept envelope. Durations are of `elapsed`. */
export class IndexedEntry {
  /** Counts up: stamps of several clocks have no order. */
  readonly place: number;
  /** Sent after all others. */
  isDeferred = false;
  /** Taken to be claimed, and not claimed yet. */
  isTaken = false;
  /** Not to be sent before, by `elapsed`. */
  waitsUntil = 0;
  readonly #clocks: Clocks;
  #entry: OutboxEntry;
  #claimSeenAt: number;
  #isOurs: boolean;

  constructor(entry: OutboxEntry, { clocks, place, isOurs }: { clocks: Clocks; place: number; isOurs: boolean }) {
    this.#entry = entry;
    this.place = place;
    this.#clocks = clocks;
    this.#isOurs = isOurs;
    this.#claimSeenAt = clocks.elapsed();
  }

  get entry(): OutboxEntry {
    return this.#entry;
  }

  /** Records who has claimed it now. @returns whether the claim has changed */
  updateClaim(entry: OutboxEntry, { isOurs }: { isOurs: boolean }): boolean {
    if (entry.claimedUntil === this.#entry.claimedUntil) return false;
    this.#entry = entry;
    this.#isOurs = isOurs;
    this.#claimSeenAt = this.#clocks.elapsed();
    return true;
  }

  /**
   * Neither clock alone may end a claim too early or never. A claim ends at its time. It also ends when it was seen for as
   * long as any can last: a clock that was ahead may have made it. Our own claims do not depend on the wall clock.
   */
  isClaimed(): boolean {
    const { claimedUntil } = this.#entry;
    if (this.isTaken) return true;
    if (claimedUntil === undefined || this.#clocks.elapsed() - this.#claimSeenAt >= claimMs) return false;
    return this.#isOurs || claimedUntil >= this.#clocks.now();
  }

  mayBeSent(): boolean {
    return !this.isClaimed() && this.waitsUntil <= this.#clocks.elapsed();
  }
}
