import { claimMs, type OutboxEntry } from '../outbox.js';

/** `now` tells ms since the epoch, `elapsed` ms of a monotonic clock. */
export type Clocks = { now: () => number; elapsed: () => number };

/** The knowledge of this process about one kept envelope. Times are those of `elapsed`. */
export type IndexedEntry = {
  entry: OutboxEntry;
  /** Counts up: stamps of several clocks have no order. */
  readonly place: number;
  /** This process has written it last: the claim, if there is one, is ours. */
  isOurs: boolean;
  /** When this process has first seen the claim. */
  claimSeenAt: number;
  /** Sent after all others. */
  isDeferred: boolean;
  /** Taken to be claimed, and not claimed yet. */
  isTaken: boolean;
  /** Not to be sent before. */
  waitsUntil: number;
};

/**
 * Neither clock alone may end a claim too early or never. A claim ends at its time. It also ends when it was seen for as
 * long as any can last: a clock that was ahead may have made it. Our own claims do not depend on the wall clock.
 */
export function isClaimed({ entry, isOurs, claimSeenAt, isTaken }: IndexedEntry, clocks: Clocks): boolean {
  if (isTaken) return true;
  if (entry.claimedUntil === undefined || clocks.elapsed() - claimSeenAt >= claimMs) return false;
  return isOurs || entry.claimedUntil >= clocks.now();
}
