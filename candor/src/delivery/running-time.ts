import { clearTimeout, setTimeout } from 'node:timers';

/** A timer that is later than that was set in a process that did not run meanwhile. */
const lateMs = 1_000;

/** A response that has arrived during a freeze must not be taken for missing after the thaw: there is another second to read it. */
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
