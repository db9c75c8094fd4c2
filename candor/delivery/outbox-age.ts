/** There was no outbox before: an earlier stamp comes from a clock that had not been set. */
export const earliest = Date.UTC(2026, 0, 1);

/** Time to set a clock that is wrong when a machine starts, and to try the service. */
const graceMs = 60 * 60_000;

/**
 * The age of a kept envelope. A clock that is wrong for a while cannot make an envelope too old:
 *
 * - From when this process found it, its own monotonic clock counts (`heldMs`); it is never younger than that.
 * - Its age by its stamp at that time (`ageWhenFound`) is added only as far as the wall clock still agrees.
 * - A stamp in the future, or from before there was an outbox, says nothing: the envelope is as old as this process has
 *   known it. So it is neither evicted at once nor kept for ever.
 *
 * All in ms; `stamp` and `now` since the epoch.
 */
export function ageOf({ stamp, ageWhenFound, heldMs }: KnownAge, now: number): number {
  return Math.max(heldMs, Math.min(ageWhenFound + heldMs, ageByStamp(stamp, now)));
}

export type KnownAge = { stamp: number; ageWhenFound: number; heldMs: number };

export function ageByStamp(stamp: number, now: number): number {
  return stamp < earliest ? 0 : Math.max(0, now - stamp);
}

/** Too old by both clocks. At a start nothing is too old: the wall clock may be years ahead, and the service may be up. */
export function isTooOld(age: KnownAge, now: number, maxAgeMs: number): boolean {
  return ageOf(age, now) >= maxAgeMs && age.heldMs >= Math.min(graceMs, maxAgeMs);
}
