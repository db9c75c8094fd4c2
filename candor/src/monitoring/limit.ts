import type { Deployment, LimitWindow, Taken } from '../outbox/deployment.js';
import { BoundedMap } from '../shared/bounded-map.js';

type Allowed<Window> =
  | { state: 'taken'; /** For what was not used after all. */ refund: () => void }
  | Extract<Taken<Window>, { state: 'spent' }>;

export type LimitOptions = {
  /** Counts for all instances together. While it is unavailable each process uses its own count, which is never wider. */
  deployment?: Pick<Deployment, 'take' | 'refund'> | undefined;
  now?: () => number;
  /** Past it the least recently used is forgotten. */
  maxWindows?: number;
};

/** Returns a function that takes one from all of some windows or from none, in one step. Windows begin with their first use. */
export function createLimit({ deployment, now = () => performance.now(), maxWindows = 1_000 }: LimitOptions) {
  const counts = new BoundedMap<string, { startedAt: number; taken: number; isReported: boolean }>(maxWindows);

  return async <Window extends LimitWindow>(windows: readonly Window[]): Promise<Allowed<Window>> => {
    const at = now();
    const own = windows.map((window) => {
      const known = counts.get(window.name);
      const isOver = known === undefined || at - known.startedAt >= window.ms;
      const count = isOver ? { startedAt: at, taken: 0, isReported: false } : known;
      counts.set(window.name, count);
      return { window, count, leftMs: count.startedAt + window.ms - at };
    });
    // If several are spent, the sender has to wait for the one that ends last.
    const [spent] = own
      .filter(({ window, count }) => count.taken >= window.limit)
      .sort((one, other) => other.leftMs - one.leftMs);
    if (spent) {
      const { window, count, leftMs } = spent;
      const isFirst = !count.isReported;
      count.isReported = true;
      return { state: 'spent', window, leftMs, isFirst };
    }
    const add = (number: number) => own.forEach(({ count }) => (count.taken += number));
    add(1);
    const all = deployment && (await deployment.take(windows));
    if (all?.state === 'spent') {
      add(-1);
      return all;
    }
    const refund = () => {
      add(-1);
      if (all) deployment?.refund(windows);
    };
    return { state: 'taken', refund };
  };
}
