/** Who may come in: so many at once, so many a second, and so many a second from one client where clients are known. */
export type AdmissionLimits = { atOnce: number; perSecond: number; perClientPerSecond: number };

const rememberedClients = 10_000;

export function createAdmission(limits: AdmissionLimits, now = () => performance.now()) {
  const everybody = createBucket(limits.perSecond, now());
  const clients = new Map<string, Bucket>();
  let inside = 0;

  function bucketOf(client: string): Bucket {
    const bucket = clients.get(client) ?? createBucket(limits.perClientPerSecond, now());
    clients.delete(client);
    clients.set(client, bucket); // The newest stands last, so the first is the one to forget.
    const [oldest] = clients.keys();
    if (clients.size > rememberedClients && oldest !== undefined) clients.delete(oldest);
    return bucket;
  }

  return {
    /** Lets one in and gives back how to leave; `undefined`: not now. `client` is undefined where clients are not known. */
    enter(client: string | undefined): (() => void) | undefined {
      if (inside >= limits.atOnce) return undefined;
      if (client !== undefined && !take(bucketOf(client), now())) return undefined;
      if (!take(everybody, now())) return undefined;
      inside += 1;
      return () => {
        inside -= 1;
      };
    },
  };
}

export type Admission = ReturnType<typeof createAdmission>;

/** A token bucket that holds a second's worth. */
type Bucket = { perSecond: number; tokens: number; at: number };

function createBucket(perSecond: number, at: number): Bucket {
  return { perSecond, tokens: perSecond, at };
}

function take(bucket: Bucket, now: number): boolean {
  bucket.tokens = Math.min(bucket.perSecond, bucket.tokens + ((now - bucket.at) / 1000) * bucket.perSecond);
  bucket.at = now;
  if (bucket.tokens < 1) return false;
  bucket.tokens -= 1;
  return true;
}
