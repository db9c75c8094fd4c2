import type { Deployment } from 'candor/dist/outbox/deployment';
import type { Log } from 'candor/dist/shared/log-messages';
import { serverContext } from 'candor/dist/server/server-context';
import { singleton } from 'candor/dist/shared/singleton';

/** Whether the example page may fail on purpose. */
export type FailureVerdict = { state: 'allowed' } | { state: 'limited'; retryAfterSeconds: number };

export type FailureLimit = ReturnType<typeof createFailureLimit>;

const minuteMs = 60_000;

/** The limit of this process, and of the deployment where its instances share an outbox. */
export function failureLimit(): FailureLimit {
  return singleton('failure-limit', () => {
    const context = serverContext();
    const { failuresPerMinute: perMinute } = context.settings;
    const reporting = context.runtime === 'node' ? context.reporting : undefined;
    const deployment = reporting?.state === 'on' ? reporting.deployment : undefined;
    return createFailureLimit({ perMinute, log: context.log, deployment });
  });
}

/**
 * Limits the failures on purpose in a minute, which begins with the first of them: they cost disk, bandwidth and the
 * service's quota like any other failure. The log has one line for a minute in which the limit was reached.
 */
export function createFailureLimit(options: {
  perMinute: number;
  log: Log;
  deployment?: Pick<Deployment, 'take'>;
  now?: () => number;
}) {
  const { perMinute, log, deployment, now = () => performance.now() } = options;
  const shared = [{ name: 'sample-failures', ms: minuteMs, limit: perMinute }];
  let minute = beginMinute(-Infinity);

  const currentMinute = (at: number) => (at - minute.startedAt < minuteMs ? minute : beginMinute(at));

  function verdictIn({ startedAt, failures }: Minute, at: number): FailureVerdict {
    if (failures < perMinute) return { state: 'allowed' };
    return { state: 'limited', retryAfterSeconds: Math.ceil((startedAt + minuteMs - at) / 1000) };
  }

  /** Asked after our own limit, so that each process goes on with its own while Redis is unavailable. */
  async function verdictOfAll({ isLook }: { isLook: boolean }): Promise<FailureVerdict> {
    const taken = await deployment?.take(shared, { isLook });
    if (taken?.state !== 'spent') return { state: 'allowed' };
    return { state: 'limited', retryAfterSeconds: Math.ceil(taken.leftMs / 1000) };
  }

  return {
    /** Whether a failure would be allowed; changes nothing. */
    async peek(): Promise<FailureVerdict> {
      const at = now();
      const own = verdictIn(currentMinute(at), at);
      return own.state === 'limited' ? own : verdictOfAll({ isLook: true });
    },
    /** Counts one failure if it is allowed. */
    async consume(): Promise<FailureVerdict> {
      const at = now();
      const ours = (minute = currentMinute(at));
      let verdict = verdictIn(ours, at);
      if (verdict.state === 'allowed') {
        ours.failures += 1; // Before it is waited for the others.
        verdict = await verdictOfAll({ isLook: false });
        if (verdict.state === 'limited') ours.failures -= 1;
      }
      if (verdict.state === 'limited' && !ours.isLogged) {
        ours.isLogged = true;
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
