import { createLimit, type LimitOptions } from './limit.js';

export type EventLimits = { perHour: number; perDay: number };

type BudgetResult =
  | { state: 'taken'; refund: () => void }
  | { state: 'spent'; limit: number; per: 'hour' | 'day'; retryAfterSeconds: number; isFirst: boolean };

/** `limited`: how many events were over a limit since the start. */
export type EventBudget = { take(): Promise<BudgetResult>; limited(): number };

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
// A client that waits an hour asks again then, for the day too.
const maxRetryAfterSeconds = 3_600;

/** So that no client can use up the service's quota. */
export function createEventBudget(
  { perHour, perDay }: EventLimits,
  { name = 'own', ...options }: LimitOptions & { name?: string } = {},
): EventBudget {
  const windows = [
    { per: 'hour', name: `${name}:hour`, ms: hourMs, limit: perHour },
    { per: 'day', name: `${name}:day`, ms: dayMs, limit: perDay },
  ] as const;
  const take = createLimit(options);
  let limited = 0;

  return {
    async take() {
      const taken = await take(windows);
      if (taken.state === 'taken') return taken;
      limited += 1;
      const { window, leftMs, isFirst } = taken;
      const retryAfterSeconds = Math.min(Math.ceil(leftMs / 1000), maxRetryAfterSeconds);
      return { state: 'spent', limit: window.limit, per: window.per, retryAfterSeconds, isFirst };
    },
    limited: () => limited,
  };
}

/** Gives back what was taken, where it could not be used. `undefined`: another took it in the last 24 hours. */
export type TakeFirst = (shape: string) => Promise<(() => void) | undefined>;

/** Lets one of each shape through in a day. A client that makes shapes up meets the budget of events. */
export function createFirstOfDay(options: LimitOptions = {}): TakeFirst {
  const take = createLimit(options);
  return async (shape) => {
    const taken = await take([{ name: `first:${shape}`, ms: dayMs, limit: 1 }]);
    return taken.state === 'taken' ? taken.refund : undefined;
  };
}
