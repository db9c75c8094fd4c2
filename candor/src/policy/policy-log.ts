import type { Log } from '../shared/log-messages.js';
import type { PolicyObserver } from './create-policy.js';

const minuteMs = 60_000;

/**
 * Logs what becomes of the policy of a site.
 * @param describe gives the fields of a failure of the policy's own code, by what it threw and the path of the request
 */
export function createPolicyLog(
  log: Pick<Log, 'error'>,
  describe: (error: unknown, path: string) => object,
): Omit<PolicyObserver, 'documentStarts'> {
  let failures = 0;
  let loggedAtMs = -Infinity;

  return {
    failed(error, { url = '' }) {
      failures += 1;
      const nowMs = performance.now();
      if (nowMs - loggedAtMs < minuteMs) return;
      loggedAtMs = nowMs;
      log.error({ count: failures, ...describe(error, pathOf(url)) }, 'policy failed');
    },
    reliefStarts: (limits) => log.error(limits, 'policy relaxed'),
    reliefEnds: (limits) => log.error(limits, 'policy enforced again'),
  };
}

export function pathOf(target: string): string {
  return target.split('?', 1)[0] ?? '';
}
