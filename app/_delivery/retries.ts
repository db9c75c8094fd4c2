import type { Envelope } from './envelope';
import { backoffMs } from './service-health';

/** A kept file's salt, or the envelope itself where no file holds it. */
type Kept = string | Envelope;

const maxRemembered = 10_000;

/** How often what is kept was refused, and how long an envelope waits that was refused while others are taken. */
export function createRetries({ now = () => performance.now(), random = Math.random } = {}) {
  const refused = new Map<Kept, { times: number; waitsUntil: number }>();

  return {
    /** How often it was refused. */
    times: (kept: Kept): number => refused.get(kept)?.times ?? 0,
    /** How long it waits for itself. */
    msUntil: (kept: Kept): number => Math.max(0, (refused.get(kept)?.waitsUntil ?? 0) - now()),
    forget: (kept: Kept): void => void refused.delete(kept),
    /** `waitSeconds`: it alone waits, so long at least and longer each time; `undefined`: it waits with all others. */
    add(kept: Kept, waitSeconds?: number): void {
      const times = this.times(kept);
      const waitMs = waitSeconds === undefined ? 0 : Math.max(waitSeconds * 1_000, backoffMs(times, random()));
      refused.delete(kept); // The newest stands last, so the first is the one to forget.
      refused.set(kept, { times: times + 1, waitsUntil: now() + waitMs });
      const [oldest] = refused.keys();
      if (refused.size > maxRemembered && oldest !== undefined) refused.delete(oldest);
    },
  };
}
