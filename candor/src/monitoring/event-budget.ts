import type { LimitWindow } from '../outbox/deployment.js';

export type EventLimits = { perHour: number; perDay: number };

/** Whether one more event may be forwarded. `refund` is for an event that was not forwarded after all. */
export type BudgetResult =
  | { state: 'taken'; refund: () => void }
  | { state: 'spent'; limit: number; per: 'hour' | 'day'; retryAfterSeconds: number; isFirst: boolean };

/** `limited`: how many events were over a limit since the start. */
export type EventBudget = { take(): BudgetResult | Promise<BudgetResult>; limited(): number };

const hourMs = 3_600_000;
// Browsers of builds that still run take four digits. A client that waits an hour asks again then, for the day too.
const maxRetryAfterSeconds = 3_600;

type BudgetWindow = LimitWindow & { per: 'hour' | 'day' };

/** The windows of the budget of this name. */
export function windowsOf({ perHour, perDay }: EventLimits, name: string): BudgetWindow[] {
  return [
    { per: 'hour', name: `${name}:hour`, ms: hourMs, limit: perHour },
    { per: 'day', name: `${name}:day`, ms: 24 * hourMs, limit: perDay },
  ];
}

/** The result past the limit of a window that ends in `leftMs`. */
export function spent({ limit, per }: BudgetWindow, leftMs: number, { isFirst }: { isFirst: boolean }): BudgetResult {
  const retryAfterSeconds = Math.min(Math.ceil(leftMs / 1000), maxRetryAfterSeconds);
  return { state: 'spent', limit, per, retryAfterSeconds, isFirst };
}

/**
 * Bounds how many events of browsers are forwarded in an hour and in a day, so that no client can use up the service's quota.
 * Windows begin with their first event. An event is taken from all windows or from none, in one step, as a store that
 * several servers share would do it.
 * @param now ms of a monotonic clock
 */
export function createEventBudget(limits: EventLimits, now = () => performance.now()) {
  const windows = windowsOf(limits, 'own').map((window) => ({ window, ...beginAt(-Infinity) }));
  let limited = 0;

  return {
    take(): BudgetResult {
      const at = now();
      const leftMs = ({ window, startedAt }: (typeof windows)[number]) => startedAt + window.ms - at;
      for (const one of windows) if (leftMs(one) <= 0) Object.assign(one, beginAt(at));
      // If both are spent, the sender has to wait for the one that ends last.
      const [last] = windows
        .filter(({ window, taken }) => taken >= window.limit)
        .sort((one, other) => leftMs(other) - leftMs(one));
      if (last) {
        limited += 1;
        const isFirst = !last.isReported;
        last.isReported = true;
        return spent(last.window, leftMs(last), { isFirst });
      }
      const from = windows.map((one) => ({ one, startedAt: one.startedAt }));
      for (const { one } of from) one.taken += 1;
      return {
        state: 'taken',
        refund() {
          for (const { one, startedAt } of from) if (one.startedAt === startedAt) one.taken -= 1;
        },
      };
    },
    /** How many events were over a limit since the start. */
    limited: () => limited,
  };
}

function beginAt(startedAt: number) {
  return { startedAt, taken: 0, isReported: false };
}
