import type { Deployment } from './deployment';
import type { EventBudget, EventLimits } from './event-budget';
import type { RateLimit, RateLimits } from './rate-limit';

// A process asks its own limit first, which is never wider than that of all together. So while Redis is unavailable,
// each process goes on with its own.

const hourMs = 3_600_000;
const maxRetryAfterSeconds = 3_600;

/** The budget of the whole deployment. `name` distinguishes it from others. */
export function shareBudget(
  own: EventBudget,
  { perHour, perDay }: EventLimits,
  { name, deployment }: { name: string; deployment: Deployment },
): EventBudget {
  const windows = [
    { name: `${name}:hour`, ms: hourMs, limit: perHour },
    { name: `${name}:day`, ms: 24 * hourMs, limit: perDay },
  ];
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
      const { isFirst, leftMs, name: spent, limit } = all;
      const retryAfterSeconds = Math.min(Math.ceil(leftMs / 1000), maxRetryAfterSeconds);
      return { state: 'spent', limit, per: spent.endsWith(':day') ? 'day' : 'hour', retryAfterSeconds, isFirst };
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
