import { createTokenBucket, type TokenBucket } from './token-bucket';

export type RateLimits = {
  /** Concurrent requests: of all clients, and of one. */
  concurrency: number;
  perClientConcurrency: number;
  perSecond: number;
  perClientPerSecond: number;
};

const maxClients = 10_000;

/**
 * Limits concurrent requests, and requests per second: of all clients, and of one.
 * @param now ms of a monotonic clock
 */
export function createRateLimit(limits: RateLimits, now = () => performance.now()) {
  const total = createUsage(limits.perSecond, now);
  const clients = new Map<string, Usage>();

  function usageOf(client: string): Usage {
    const usage = clients.get(client) ?? createUsage(limits.perClientPerSecond, now);
    clients.delete(client);
    clients.set(client, usage); // The newest stands last, so the first is the one to forget.
    if (clients.size > maxClients) forgetOldest();
    return usage;
  }

  /** Keeps clients with a request in flight: forgetting one would allow it all its requests again. */
  function forgetOldest() {
    for (const [client, { inFlight }] of clients) {
      if (inFlight === 0) return clients.delete(client);
    }
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

export type RateLimit = ReturnType<typeof createRateLimit>;

/** Requests in flight, and a bucket that holds a second's worth of them. */
type Usage = { inFlight: number; bucket: TokenBucket };

function createUsage(perSecond: number, now: () => number): Usage {
  return { inFlight: 0, bucket: createTokenBucket({ capacity: perSecond, perSecond }, now) };
}
