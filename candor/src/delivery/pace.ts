import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';

/** For so long after a request others are expected. */
const busyForMs = 1_000;
/** So many times as long as the event loop has worked since the last pause: the envelopes have a twentieth of its time. */
const pauseTimes = 20;
/** A process that is never idle sends some, too. */
const maxPauseMs = 100;

/** Waits between kept envelopes while the process has requests to serve, which take as long as without them. */
export type Pace = () => Promise<void> | undefined;

/**
 * @param requestsBegun how many requests the process has begun to serve
 * @param parts.workedMs how long the event loop has worked since the last call
 */
export function createPace(
  requestsBegun: () => number,
  { now = () => performance.now(), wait = pauseUnlessEnding, workedMs = readWork() } = {},
): Pace {
  let begun = 0;
  let busyUntil = -Infinity;
  return () => {
    const isNew = requestsBegun() !== begun;
    begun = requestsBegun();
    if (isNew) busyUntil = now() + busyForMs;
    const worked = workedMs();
    return now() < busyUntil ? wait(Math.min(pauseTimes * worked, maxPauseMs)) : undefined;
  };
}

/** No process stays for what it has kept. */
const pauseUnlessEnding = (ms: number) => pause(ms, undefined, { ref: false });

function readWork(): () => number {
  let last = performance.eventLoopUtilization();
  return () => {
    const current = performance.eventLoopUtilization();
    const { active } = performance.eventLoopUtilization(current, last);
    last = current;
    return active;
  };
}
