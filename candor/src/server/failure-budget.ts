import { BoundedMap } from '../shared/bounded-map.js';
import { createTokenBucket, type TokenBucket } from '../monitoring/token-bucket.js';

/**
 * Limits how many failures become events: all in the first minutes of an incident, and then enough to see that it goes on.
 * All failures share the service's quota, the outbox and the log, and anybody may know a URL that fails.
 */
const budget = {
  process: { capacity: 5_000, perSecond: 5 },
  alike: { capacity: 2_000, perSecond: 1 },
};
const maxFingerprints = 1_000;

/** Failures are alike with the same type, the same route, and the same message except for numbers, ids and quoted text. */
type Fingerprint = { type: string; message: string; route: string };

export type FailureBudget = ReturnType<typeof createFailureBudget>;

export function createFailureBudget(now = () => performance.now()) {
  const process = createTokenBucket(budget.process, now);
  const alike = new BoundedMap<string, TokenBucket>(maxFingerprints);
  return {
    /** Takes one failure from the budget; `false` when there is none left for a failure like this. */
    take({ type, message, route }: Fingerprint): boolean {
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
