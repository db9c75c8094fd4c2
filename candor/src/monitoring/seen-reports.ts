import { BoundedMap } from '../shared/bounded-map.js';

const dayMs = 24 * 3_600_000;
const maxSeen = 1_000;

/**
 * Remembers which reports have come, by their keys, so that each counts as new once a day. Past 1,000 the least recent
 * is forgotten, and counts as new again.
 * @param now ms of a monotonic clock
 */
export function createSeenReports(now = () => performance.now()) {
  const seen = new BoundedMap<string, { since: number; repeats: number }>(maxSeen);

  return {
    /** Counts a report that has come within the day. Whether it has. */
    countRepeat(key: string): boolean {
      const known = seen.get(key);
      if (known === undefined || now() - known.since >= dayMs) return false;
      known.repeats += 1;
      return true;
    },
    /** Begins the day of a report. @returns how often it was repeated in its last day */
    remember(key: string): number {
      const repeats = seen.get(key)?.repeats ?? 0;
      seen.set(key, { since: now(), repeats: 0 });
      return repeats;
    },
    /** The report counts as new when it comes again. */
    forget(key: string): void {
      seen.delete(key);
    },
  };
}
