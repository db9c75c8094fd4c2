import type { Envelope } from './envelope';
import { backoffMs } from './service-health';

/** A kept file's key, or the envelope itself where no file holds it. */
type Kept = string | Envelope;

const maxRemembered = 10_000;

/** How long each envelope waits that was refused while others are taken. */
export function createRetries({ now = () => performance.now(), random = Math.random } = {}) {
  const refused = new Map<Kept, { times: number; waitsUntil: number }>();

  return {
    /** Notes one more refusal. It waits `seconds` at least, and longer each time: the time in ms is given back. */
    add(kept: Kept, seconds: number): number {
      const times = refused.get(kept)?.times ?? 0;
      const waitMs = Math.max(seconds * 1_000, backoffMs(times, random()));
      refused.delete(kept); // The newest stands last, so the first is the one to forget.
      refused.set(kept, { times: times + 1, waitsUntil: now() + waitMs });
      const [oldest] = refused.keys();
      if (refused.size > maxRemembered && oldest !== undefined) refused.delete(oldest);
      return waitMs;
    },
    /** In ms. */
    msUntil: (kept: Kept): number => Math.max(0, (refused.get(kept)?.waitsUntil ?? 0) - now()),
    forget: (kept: Kept): void => void refused.delete(kept),
  };
}
