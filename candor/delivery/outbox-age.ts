/** There was no outbox before: an earlier stamp comes from a clock that had not been set. */
const earliest = Date.UTC(2026, 0, 1);

/** Time for a clock that is wrong at the start of a machine to be set, and for the service to be tried. */
const graceMs = 60 * 60_000;

/**
 * How old a kept envelope is, which no clock that is wrong for a while can make too old:
 *
 * - Since this process came to know it, its own monotonic clock counts (`heldMs`); it is never younger than that.
 * - What it was by its stamp then (`ageWhenFound`) is added only as far as the wall clock still agrees.
 * - A stamp in the future, or from before there was an outbox, says nothing: it is as old as this process knows it. So it
 *   is neither evicted at once nor kept for ever.
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

/** Too old by both clocks. At a start nothing is: the wall clock may be years ahead, and the service may take it now. */
export function isTooOld(age: KnownAge, now: number, maxAgeMs: number): boolean {
  return ageOf(age, now) >= maxAgeMs && age.heldMs >= Math.min(graceMs, maxAgeMs);
}
