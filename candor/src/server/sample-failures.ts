import type { Deployment } from '../outbox/deployment.js';
import type { Log } from '../shared/log-messages.js';
import type { SampleVerdict } from '../shared/server-facts.js';

const minuteMs = 60_000;

/**
 * Limits the failures on purpose in a minute, which begins with the first of them: they cost disk, bandwidth and the
 * service's quota like any other failure. The log has one line for a minute in which the limit was reached.
 */
export function createSampleFailures(options: {
  perMinute: number;
  log: Log;
  deployment?: Pick<Deployment, 'take'>;
  now?: () => number;
}) {
  const { perMinute, log, deployment, now = () => performance.now() } = options;
  const shared = [{ name: 'sample-failures', ms: minuteMs, limit: perMinute }];
  let minute = beginMinute(-Infinity);

  const currentMinute = (at: number) => (at - minute.startedAt < minuteMs ? minute : beginMinute(at));

  function verdictIn({ startedAt, failures }: Minute, at: number): SampleVerdict {
    if (failures < perMinute) return { state: 'allowed' };
    return { state: 'limited', retryAfterSeconds: Math.ceil((startedAt + minuteMs - at) / 1000) };
  }

  /** Asked after our own limit, so that each process goes on with its own while Redis is unavailable. */
  async function verdictOfAll({ isLook }: { isLook: boolean }): Promise<SampleVerdict> {
    const taken = await deployment?.take(shared, { isLook });
    if (taken?.state !== 'spent') return { state: 'allowed' };
    return { state: 'limited', retryAfterSeconds: Math.ceil(taken.leftMs / 1000) };
  }

  return {
    /** Whether a failure would be allowed; changes nothing. */
    async peek(): Promise<SampleVerdict> {
      const at = now();
      const own = verdictIn(currentMinute(at), at);
      return own.state === 'limited' ? own : verdictOfAll({ isLook: true });
    },
    /** Counts one failure if it is allowed. */
    async consume(): Promise<SampleVerdict> {
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
