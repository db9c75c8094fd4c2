import type { Deployment } from '../outbox/deployment.js';
import { BoundedMap } from '../shared/bounded-map.js';

const dayMs = 24 * 3_600_000;
const maxShapes = 1_000;

/** Gives back what was taken, where it could not be used. `undefined`: another took it in the last 24 hours. */
export type TakeFirst = (shape: string) => Promise<(() => void) | undefined>;

/**
 * Lets one of each shape through in a day, of the whole deployment where there is one. Past a thousand shapes that are known the oldest
 * is forgotten: a client that makes them up meets the budget of events.
 * @param now ms of a monotonic clock
 */
export function createFirstOfDay(deployment: Deployment | undefined, now = () => performance.now()): TakeFirst {
  const takenAt = new BoundedMap<string, number>(maxShapes);
  return async (shape) => {
    const at = takenAt.get(shape);
    if (at !== undefined && now() - at < dayMs) return undefined;
    takenAt.set(shape, now());
    const windows = [{ name: `first:${shape}`, ms: dayMs, limit: 1 }];
    const all = await deployment?.take(windows);
    if (all?.state === 'spent') return undefined;
    return () => {
      takenAt.delete(shape);
      if (all) deployment?.refund(windows);
    };
  };
}
