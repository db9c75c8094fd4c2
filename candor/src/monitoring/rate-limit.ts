import type { Deployment } from '../outbox/deployment.js';
import { BoundedMap } from '../shared/bounded-map.js';
import { createTokenBucket, type TokenBucket } from './token-bucket.js';

export type RateLimits = {
  /** Concurrent requests: of all clients, and of one. */
  concurrency: number;
  perClientConcurrency: number;
  perSecond: number;
  perClientPerSecond: number;
};

/**
 * Limits what browsers post to `/monitoring`: envelopes and reports. Only an admitted post has its body read, into a buffer of at most
 * 2 MiB: `concurrency` bounds what slow senders, or a slow service, can have this process hold.
 */
export const postLimits: RateLimits = {
  concurrency: 64,
  perClientConcurrency: 8,
  perSecond: 200,
  perClientPerSecond: 20,
};

const maxClients = 10_000;

/**
 * Limits concurrent requests, and requests per second: of all clients, and of one.
 * @param now ms of a monotonic clock
 */
export function createRateLimit(limits: RateLimits, now = () => performance.now()) {
  const total = createUsage(limits.perSecond, now);
  // A client with a request in flight stays: forgetting it would allow it all its requests again.
  const clients = new BoundedMap<string, Usage>(maxClients, { mayForget: ({ inFlight }) => inFlight === 0 });

  function usageOf(client: string): Usage {
    const known = clients.get(client);
    if (known) return known;
    const usage = createUsage(limits.perClientPerSecond, now);
    clients.set(client, usage);
    return usage;
  }

  return {
    /** Admits a request. @returns `release`, to be called when it ends; `undefined`: a limit is reached. */
    acquire(client: string): (() => void) | undefined {
      const usage = usageOf(client);
      if (total.inFlight >= limits.concurrency || usage.inFlight >= limits.perClientConcurrency) return undefined;
      if (!usage.bucket.take() || !total.bucket.take()) return undefined;
      for (const one of [usage, total]) one.inFlight += 1;
      return () => {
        for (const one of [usage, total]) one.inFlight -= 1;
      };
    },
  };
}

type Release = () => void;

export type RateLimit = { acquire(client: string): Release | undefined | Promise<Release | undefined> };

/** Requests in flight, and a bucket that holds a second's worth of them. */
type Usage = { inFlight: number; bucket: TokenBucket };

function createUsage(perSecond: number, now: () => number): Usage {
  return { inFlight: 0, bucket: createTokenBucket({ capacity: perSecond, perSecond }, now) };
}

/** The requests per second of the whole deployment, of all clients and of one. How many run at once stays each process's own, and so does all while its store is unavailable. */
export function shareRateLimit(
  own: RateLimit,
  { perSecond, perClientPerSecond }: RateLimits,
  deployment: Deployment,
): RateLimit {
  return {
    async acquire(client) {
      const release = await own.acquire(client);
      if (release === undefined) return undefined;
      const all = await deployment.take([
        { name: 'posts', ms: 1_000, limit: perSecond },
        { name: `posts:${client}`, ms: 1_000, limit: perClientPerSecond },
      ]);
      if (all?.state !== 'spent') return release;
      release();
      return undefined;
    },
  };
}
