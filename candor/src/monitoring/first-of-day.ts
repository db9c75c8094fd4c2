import { createLimit, type LimitOptions } from './limit.js';

const dayMs = 24 * 3_600_000;

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
