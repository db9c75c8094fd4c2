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

type BudgetWindow = {
  per: 'hour' | 'day';
  ms: number;
  limit: number;
  startedAt: number;
  taken: number;
  isReported: boolean;
};

/**
 * Bounds how many events of browsers are forwarded in an hour and in a day, so that no client can use up the service's quota.
 * Windows begin with their first event. An event is taken from all windows or from none, in one step, as a store that
 * several servers share would do it.
 * @param now ms of a monotonic clock
 */
export function createEventBudget({ perHour, perDay }: EventLimits, now = () => performance.now()) {
  const windows: BudgetWindow[] = [
    { per: 'hour', ms: hourMs, limit: perHour, startedAt: -Infinity, taken: 0, isReported: false },
    { per: 'day', ms: 24 * hourMs, limit: perDay, startedAt: -Infinity, taken: 0, isReported: false },
  ];
  let limited = 0;

  function restartExpired(at: number) {
    for (const window of windows) {
      if (at - window.startedAt >= window.ms) Object.assign(window, { startedAt: at, taken: 0, isReported: false });
    }
  }

  function limit(spent: BudgetWindow[], at: number): BudgetResult {
    limited += 1;
    // If both are spent, the sender has to wait for the one that ends last.
    const window = spent.reduce((one, other) => (endsAt(other) > endsAt(one) ? other : one));
    const isFirst = !window.isReported;
    window.isReported = true;
    const retryAfterSeconds = Math.min(Math.ceil((endsAt(window) - at) / 1000), maxRetryAfterSeconds);
    return { state: 'spent', limit: window.limit, per: window.per, retryAfterSeconds, isFirst };
  }

  return {
    take(): BudgetResult {
      const at = now();
      restartExpired(at);
      const spent = windows.filter(({ taken, limit }) => taken >= limit);
      if (spent.length > 0) return limit(spent, at);
      const from = windows.map((window) => ({ window, startedAt: window.startedAt }));
      for (const { window } of from) window.taken += 1;
      return {
        state: 'taken',
        refund() {
          for (const { window, startedAt } of from) if (window.startedAt === startedAt) window.taken -= 1;
        },
      };
    },
    /** How many events were over a limit since the start. */
    limited: () => limited,
  };
}

function endsAt({ startedAt, ms }: BudgetWindow): number {
  return startedAt + ms;
}
