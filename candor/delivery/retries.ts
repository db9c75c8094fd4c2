import { BoundedMap } from '../bounded-map';
import { backoffMs } from './service-health';

const maxRemembered = 10_000;

/** How long each envelope waits that the service does not accept while it accepts others. */
export function createRetries<Key extends string | object>({
  now = () => performance.now(),
  random = Math.random,
} = {}) {
  const failed = new BoundedMap<Key, { times: number; waitsUntil: number }>(maxRemembered);

  return {
    /** Schedules the next attempt, `minSeconds` from now at least, and later each time. @returns the wait in ms */
    schedule(key: Key, minSeconds: number): number {
      const times = failed.get(key)?.times ?? 0;
      const waitMs = Math.max(minSeconds * 1_000, backoffMs(times, random()));
      failed.set(key, { times: times + 1, waitsUntil: now() + waitMs });
      return waitMs;
    },
    msLeft: (key: Key): number => Math.max(0, (failed.get(key)?.waitsUntil ?? 0) - now()),
    forget: (key: Key): void => failed.delete(key),
  };
}
