import { clearTimeout, setTimeout } from 'node:timers';

const stepMs = 1_000;
/** A timer that is later than that was set in a process that did not run meanwhile. */
const lateMs = 1_000;

const machine = { setTimeout, clearTimeout, now: () => performance.now() };

/**
 * A time limit that counts only the time in which this process runs. A frozen process must not take a response for missing that has
 * arrived meanwhile: it gets the time of the step in which it was frozen once more.
 * @param onOver is called when the time is over, unless `end` was called before
 */
export function limitRunningTime(timeoutMs: number, onOver: () => void, given = machine) {
  let leftMs = timeoutMs;
  let wasFrozen = false;
  let timer = nextStep();

  function nextStep(): NodeJS.Timeout {
    const ms = Math.min(leftMs, stepMs);
    const dueAt = given.now() + ms;
    return given.setTimeout(() => {
      const isLate = given.now() - dueAt > lateMs;
      wasFrozen ||= isLate;
      if (!isLate) leftMs -= ms;
      if (leftMs > 0) timer = nextStep();
      else onOver();
    }, ms);
  }

  return { wasFrozen: () => wasFrozen, end: () => given.clearTimeout(timer) };
}
