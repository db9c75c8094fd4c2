import { clearTimeout, setTimeout } from 'node:timers';

/** A timer that is later than that was set in a process that did not run meanwhile. */
const lateMs = 1_000;

/**
 * A time limit for a process that may be frozen: a response that has arrived meanwhile must not be taken for missing after a thaw, so
 * there is another second to read it.
 * @param onOver is called when the time is over, unless `end` was called before
 */
export function limitRunningTime(timeoutMs: number, onOver: () => void, timers = { setTimeout, clearTimeout }) {
  const dueAt = performance.now() + timeoutMs;
  let wasFrozen = false;
  let timer = timers.setTimeout(() => {
    wasFrozen = performance.now() - dueAt > lateMs;
    if (wasFrozen) timer = timers.setTimeout(onOver, lateMs);
    else onOver();
  }, timeoutMs);
  return { wasFrozen: () => wasFrozen, end: () => timers.clearTimeout(timer) };
}
