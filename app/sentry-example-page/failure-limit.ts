import type { Log } from '../../candor/log-messages';

/** Whether the example page may fail on purpose. */
export type FailureVerdict = { state: 'admitted' } | { state: 'refused'; retryAfterSeconds: number };

export type FailureLimit = {
  /** Asks for one failure, and counts it if it may be. */
  count(): FailureVerdict;
  /** What `count` would say. */
  look(): FailureVerdict;
};

const minuteMs = 60_000;

/**
 * Lets so many failures on purpose through in a minute, which begins with the first of them: they cost disk, bandwidth and
 * the service's quota like any other. The log tells of a minute's first refusal, and of no more.
 */
export function createFailureLimit(options: { perMinute: number; log: Log; now?: () => number }): FailureLimit {
  const { perMinute, log, now = () => performance.now() } = options;
  let minute = { startedAt: -Infinity, failures: 0, isTold: false };

  function look(): FailureVerdict {
    if (now() - minute.startedAt >= minuteMs) minute = { startedAt: now(), failures: 0, isTold: false };
    if (minute.failures < perMinute) return { state: 'admitted' };
    return { state: 'refused', retryAfterSeconds: Math.ceil((minute.startedAt + minuteMs - now()) / 1000) };
  }

  return {
    look,
    count() {
      const verdict = look();
      if (verdict.state === 'admitted') minute.failures += 1;
      else if (!minute.isTold) {
        minute.isTold = true;
        log.info({ perMinute, retryAfterSeconds: verdict.retryAfterSeconds }, 'sample failures limited');
      }
      return verdict;
    },
  };
}
