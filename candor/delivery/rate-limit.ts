import { createTokenBucket, type TokenBucket } from './token-bucket';

export type AdmissionLimits = {
  /** Requests in flight: of everybody, and of one client. */
  atOnce: number;
  perClientAtOnce: number;
  perSecond: number;
  perClientPerSecond: number;
};

const rememberedClients = 10_000;

/**
 * Limits requests in flight and requests a second, of everybody and of one client.
 * @param now ms of a clock that is never set
 */
export function createAdmission(limits: AdmissionLimits, now = () => performance.now()) {
  const everybody = createVisitor(limits.perSecond, now);
  const clients = new Map<string, Visitor>();

  function visitorAs(client: string): Visitor {
    const visitor = clients.get(client) ?? createVisitor(limits.perClientPerSecond, now);
    clients.delete(client);
    clients.set(client, visitor); // The newest stands last, so the first is the one to forget.
    if (clients.size > rememberedClients) forgetOldest();
    return visitor;
  }

  /** But for those with a request in flight, which would begin again with none. */
  function forgetOldest() {
    for (const [client, { inFlight }] of clients) {
      if (inFlight === 0) return clients.delete(client);
    }
  }

  return {
    /** Admits a request, and gives back what is to be called at its end; `undefined`: not now. */
    enter(client: string): (() => void) | undefined {
      const visitor = visitorAs(client);
      if (everybody.inFlight >= limits.atOnce || visitor.inFlight >= limits.perClientAtOnce) return undefined;
      if (!visitor.bucket.take() || !everybody.bucket.take()) return undefined;
      for (const one of [visitor, everybody]) one.inFlight += 1;
      return () => {
        for (const one of [visitor, everybody]) one.inFlight -= 1;
      };
    },
  };
}

export type Admission = ReturnType<typeof createAdmission>;

/** What is in flight, and a bucket that holds a second's worth. */
type Visitor = { inFlight: number; bucket: TokenBucket };

function createVisitor(perSecond: number, now: () => number): Visitor {
  return { inFlight: 0, bucket: createTokenBucket({ capacity: perSecond, perSecond }, now) };
}
