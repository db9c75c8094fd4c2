/** Whether the page may fail on purpose now. */
export type SampleVerdict = { state: 'allowed' } | { state: 'limited'; retryAfterSeconds: number };

/** It begins with its first failure. */
type Minute = { startedAt: number; failures: number };

const minuteMs = 60_000;
// In the global object: Next gives pages and route handlers a copy of this module each.
const key = Symbol.for('candor-example.minute');
const shared = globalThis as { [key]?: Minute };

/**
 * Counts one failure of this process, if `FAILURES_PER_MINUTE` allows it. They cost disk, bandwidth and the service's quota like any
 * other failure.
 * @param isLook counts nothing
 */
export function takeFailure({ isLook = false } = {}): SampleVerdict {
  const { FAILURES_PER_MINUTE: perMinute = 60 } = process.env;
  const now = performance.now();
  const known = shared[key];
  const { startedAt, failures } = known && now - known.startedAt < minuteMs ? known : { startedAt: now, failures: 0 };
  const isAllowed = failures < Number(perMinute); // A text that is not a number allows none.
  if (!isAllowed) return { state: 'limited', retryAfterSeconds: Math.ceil((startedAt + minuteMs - now) / 1_000) };
  if (!isLook) shared[key] = { startedAt, failures: failures + 1 };
  return { state: 'allowed' };
}
