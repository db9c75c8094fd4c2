import { createLimit, type LimitOptions } from './limit.js';

/** `concurrency` bounds what slow senders, or a slow service, can have this process hold: 2 MiB for each admitted post. */
export const postLimits = { concurrency: 64, perClientConcurrency: 8, perSecond: 200, perClientPerSecond: 20 };
export type RateLimits = typeof postLimits;

type Release = () => void;

export type RateLimit = { acquire(client: string): Promise<Release | undefined> };

/** Concurrent requests are those of this process, requests per second those of the deployment. */
export function createRateLimit(limits: RateLimits, options: LimitOptions = {}): RateLimit {
  const take = createLimit({ maxWindows: 10_000, ...options });
  const inFlight = new Map<string, number>();
  let total = 0;

  function add(client: string, number: 1 | -1): void {
    const ofClient = (inFlight.get(client) ?? 0) + number;
    total += number;
    if (ofClient > 0) inFlight.set(client, ofClient);
    else inFlight.delete(client);
  }

  return {
    async acquire(client) {
      const ofClient = inFlight.get(client) ?? 0;
      if (total >= limits.concurrency || ofClient >= limits.perClientConcurrency) return undefined;
      add(client, 1);
      const release = () => add(client, -1);
      const { state } = await take([
        { name: 'posts', ms: 1_000, limit: limits.perSecond },
        { name: `posts:${client}`, ms: 1_000, limit: limits.perClientPerSecond },
      ]);
      if (state === 'taken') return release;
      release();
      return undefined;
    },
  };
}
