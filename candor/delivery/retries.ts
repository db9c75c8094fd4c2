import { BoundedMap } from '../bounded-map';
import type { Envelope } from './envelope';
import { backoffMs } from './service-health';

/** A kept file's key, or the envelope itself where no file holds it. */
type Kept = string | Envelope;

const maxRemembered = 10_000;

/** How long each envelope waits that was refused while others are taken. */
export function createRetries({ now = () => performance.now(), random = Math.random } = {}) {
  const refused = new BoundedMap<Kept, { times: number; waitsUntil: number }>(maxRemembered);

  return {
    /** Notes one more refusal. It waits `seconds` at least, and longer each time: the time in ms is given back. */
    add(kept: Kept, seconds: number): number {
      const times = refused.get(kept)?.times ?? 0;
      const waitMs = Math.max(seconds * 1_000, backoffMs(times, random()));
      refused.set(kept, { times: times + 1, waitsUntil: now() + waitMs });
      return waitMs;
    },
    /** In ms. */
    msUntil: (kept: Kept): number => Math.max(0, (refused.get(kept)?.waitsUntil ?? 0) - now()),
    forget: (kept: Kept): void => refused.delete(kept),
  };
}
