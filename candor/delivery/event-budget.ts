export type EventLimits = { perHour: number; perDay: number };

/** Whether one more event may be forwarded. `giveBack`: it was not forwarded after all. */
export type BudgetVerdict =
  | { state: 'taken'; giveBack: () => void }
  | { state: 'spent'; limit: number; per: 'hour' | 'day'; retryAfterSeconds: number; isFirst: boolean };

export type EventBudget = ReturnType<typeof createEventBudget>;

const hourMs = 3_600_000;
// Browsers of builds that still run take four digits. Who is told an hour asks again in an hour, of the day too.
const longestRetryAfterSeconds = 3_600;

type Window = { per: 'hour' | 'day'; ms: number; limit: number; startedAt: number; taken: number; isTold: boolean };

/**
 * Bounds how many events of browsers are forwarded in an hour and in a day, so that nobody can spend the service's quota.
 * Windows begin with their first event. An event is taken from all of them or from none, in one step, as a store that
 * several servers share would do it.
 * @param now ms of a clock that is never set
 */
export function createEventBudget({ perHour, perDay }: EventLimits, now = () => performance.now()) {
  const windows: Window[] = [
    { per: 'hour', ms: hourMs, limit: perHour, startedAt: -Infinity, taken: 0, isTold: false },
    { per: 'day', ms: 24 * hourMs, limit: perDay, startedAt: -Infinity, taken: 0, isTold: false },
  ];
  let refused = 0;

  function renew(at: number) {
    for (const window of windows) {
      if (at - window.startedAt >= window.ms) Object.assign(window, { startedAt: at, taken: 0, isTold: false });
    }
  }

  function refuse(spent: Window[], at: number): BudgetVerdict {
    refused += 1;
    // Of both, the one that ends last is the one to wait for.
    const window = spent.reduce((one, other) => (endsAt(other) > endsAt(one) ? other : one));
    const isFirst = !window.isTold;
    window.isTold = true;
    const retryAfterSeconds = Math.min(Math.ceil((endsAt(window) - at) / 1000), longestRetryAfterSeconds);
    return { state: 'spent', limit: window.limit, per: window.per, retryAfterSeconds, isFirst };
  }

  return {
    take(): BudgetVerdict {
      const at = now();
      renew(at);
      const spent = windows.filter(({ taken, limit }) => taken >= limit);
      if (spent.length > 0) return refuse(spent, at);
      const from = windows.map((window) => ({ window, startedAt: window.startedAt }));
      for (const { window } of from) window.taken += 1;
      return {
        state: 'taken',
        giveBack() {
          for (const { window, startedAt } of from) if (window.startedAt === startedAt) window.taken -= 1;
        },
      };
    },
    /** How many were refused, since the start. */
    refused: () => refused,
  };
}

function endsAt({ startedAt, ms }: Window): number {
  return startedAt + ms;
}
