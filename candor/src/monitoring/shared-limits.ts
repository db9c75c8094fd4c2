import type { Deployment } from '../outbox/deployment.js';
import { spent, windowsOf, type EventBudget, type EventLimits } from './event-budget.js';
import type { RateLimit, RateLimits } from './rate-limit.js';

// A process asks its own limit first, which is never wider than that of all together. So while Redis is unavailable,
// each process goes on with its own.

/** The budget of the whole deployment. `name` distinguishes it from others. */
export function shareBudget(
  own: EventBudget,
  limits: EventLimits,
  { name, deployment }: { name: string; deployment: Deployment },
): EventBudget {
  const windows = windowsOf(limits, name);
  let limited = 0;
  return {
    async take() {
      const ours = await own.take();
      if (ours.state === 'spent') return ours;
      const all = await deployment.take(windows);
      if (all === undefined) return ours;
      if (all.state === 'taken') {
        const refund = () => {
          ours.refund();
          deployment.refund(windows);
        };
        return { state: 'taken', refund };
      }
      ours.refund();
      limited += 1;
      return spent(all.window, all.leftMs, all);
    },
    limited: () => own.limited() + limited,
  };
}

/** The requests per second of the whole deployment, of all clients and of one. How many run at once stays each process's own. */
export function shareRateLimit(
  own: RateLimit,
  { perSecond, perClientPerSecond }: RateLimits,
  deployment: Deployment,
): RateLimit {
  return {
    async acquire(client) {
      const release = await own.acquire(client);
      if (release === undefined) return undefined;
      const all = await deployment.take([
        { name: 'posts', ms: 1_000, limit: perSecond },
        { name: `posts:${client}`, ms: 1_000, limit: perClientPerSecond },
      ]);
      if (all?.state !== 'spent') return release;
      release();
      return undefined;
    },
  };
}
