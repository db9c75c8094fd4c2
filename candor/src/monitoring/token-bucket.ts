export type TokenBucketLimits = { capacity: number; perSecond: number };

/** A token bucket that starts full. `now` is a clock in ms that only goes forward. */
export function createTokenBucket({ capacity, perSecond }: TokenBucketLimits, now = () => performance.now()) {
  let tokens = capacity;
  let refilledAt = now();
  return {
    /** Takes one token; `false` when there is none. */
    take(): boolean {
      const at = now();
      tokens = Math.min(capacity, tokens + ((at - refilledAt) / 1000) * perSecond);
      refilledAt = at;
      if (tokens < 1) return false;
      tokens -= 1;
      return true;
    },
  };
}

export type TokenBucket = ReturnType<typeof createTokenBucket>;
