import type { Log } from '../../candor/log-messages';
import { serverContext } from '../../candor/server/server-context';
import { singleton } from '../../candor/server/singleton';

/** Whether the example page may fail on purpose. */
export type FailureVerdict = { state: 'allowed' } | { state: 'limited'; retryAfterSeconds: number };

export type FailureLimit = ReturnType<typeof createFailureLimit>;

const minuteMs = 60_000;

/** The limit of this process. */
export function failureLimit(): FailureLimit {
  return singleton('failure-limit', () => {
    const { settings, log } = serverContext();
    return createFailureLimit({ perMinute: settings.failuresPerMinute, log });
  });
}

/**
 * Limits the failures on purpose in a minute, which begins with the first of them: they cost disk, bandwidth and the
 * service's quota like any other failure. The log has one line for a minute in which the limit was reached.
 */
export function createFailureLimit(options: { perMinute: number; log: Log; now?: () => number }) {
  const { perMinute, log, now = () => performance.now() } = options;
  let minute = beginMinute(-Infinity);

  const currentMinute = (at: number) => (at - minute.startedAt < minuteMs ? minute : beginMinute(at));

  function verdictIn({ startedAt, failures }: Minute, at: number): FailureVerdict {
    if (failures < perMinute) return { state: 'allowed' };
    return { state: 'limited', retryAfterSeconds: Math.ceil((startedAt + minuteMs - at) / 1000) };
  }

  return {
    /** Whether a failure would be allowed; changes nothing. */
    peek(): FailureVerdict {
      const at = now();
      return verdictIn(currentMinute(at), at);
    },
    /** Counts one failure if it is allowed. */
    consume(): FailureVerdict {
      const at = now();
      minute = currentMinute(at);
      const verdict = verdictIn(minute, at);
      if (verdict.state === 'allowed') minute.failures += 1;
      else if (!minute.isLogged) {
        minute.isLogged = true;
        log.info({ perMinute, retryAfterSeconds: verdict.retryAfterSeconds }, 'sample failures limited');
      }
      return verdict;
    },
  };
}

type Minute = { startedAt: number; failures: number; isLogged: boolean };

function beginMinute(startedAt: number): Minute {
  return { startedAt, failures: 0, isLogged: false };
}
