import { claimMs, type OutboxEntry } from './outbox-store';

/** There was no outbox before, in ms since the epoch: an earlier stamp comes from a clock that had not been set. */
export const earliest = Date.UTC(2026, 0, 1);

/** Time to set a clock that is wrong when a machine starts, and to try the service. */
const graceMs = 60 * 60_000;

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
  readonly #foundAt: number;
  readonly #ageWhenFound: number;
  #entry: OutboxEntry;
  #claimSeenAt: number;
  #isOurs: boolean;

  constructor(entry: OutboxEntry, { clocks, place, isOurs }: { clocks: Clocks; place: number; isOurs: boolean }) {
    this.#entry = entry;
    this.place = place;
    this.#clocks = clocks;
    this.#isOurs = isOurs;
    this.#ageWhenFound = ageByStamp(entry.keptAt, clocks.now());
    this.#foundAt = this.#claimSeenAt = clocks.elapsed();
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

  /**
   * A clock that is wrong for a while cannot make an envelope too old. From when this process found it, its own monotonic
   * clock counts; the age by the stamp is added only as far as the wall clock still agrees.
   */
  ageMs(): number {
    const heldMs = this.#heldMs();
    return Math.max(heldMs, Math.min(this.#ageWhenFound + heldMs, ageByStamp(this.#entry.keptAt, this.#clocks.now())));
  }

  /** Too old by both clocks. At a start nothing is too old: the wall clock may be years ahead, and the service may be up. */
  isOlderThan(maxAgeMs: number): boolean {
    return this.ageMs() >= maxAgeMs && this.#heldMs() >= Math.min(graceMs, maxAgeMs);
  }

  #heldMs(): number {
    return this.#clocks.elapsed() - this.#foundAt;
  }
}

/** A stamp in the future, or from before there was an outbox, says nothing. */
export function ageByStamp(stamp: number, now: number): number {
  return stamp < earliest ? 0 : Math.max(0, now - stamp);
}
