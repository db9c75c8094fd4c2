import { BoundedMap } from '../bounded-map';
import { createTokenBucket, type TokenBucket } from '../delivery/token-bucket';

/**
 * How many failures become events: all of an incident's first minutes, and then enough to see that it goes on. The service's
 * quota, the outbox and the log are shared by every failure, and anybody may know an address that fails.
 */
const budget = {
  process: { capacity: 5_000, perSecond: 5 },
  alike: { capacity: 2_000, perSecond: 1 },
};
const maxFingerprints = 1_000;

/** A failure is like another with the same type, the same message but for numbers, ids and quoted text, and the same route. */
type Fingerprint = { type: string; message: string; route: string };

export type FailureBudget = {
  /** Whether there is budget left to report such a failure in full; takes its part of it. */
  take(failure: Fingerprint): boolean;
};

export function createFailureBudget(now = () => performance.now()): FailureBudget {
  const process = createTokenBucket(budget.process, now);
  const alike = new BoundedMap<string, TokenBucket>(maxFingerprints);
  return {
    take({ type, message, route }) {
      const key = [type, shapeOf(message), route].join('\n');
      const bucket = alike.get(key) ?? createTokenBucket(budget.alike, now);
      alike.set(key, bucket);
      return bucket.take() && process.take();
    },
  };
}

function shapeOf(message: string): string {
  return message
    .slice(0, 300)
    .replace(/(["'`]).*?\1/g, '"…"')
    .replace(/(?:[0-9a-f]{8,}|\d+)(?:-[0-9a-f]+)*/gi, '#');
}
