const shortestMs = 1_000;
const longestMs = 5 * 60_000;
const downAfterMs = 60_000;

/**
 * Knows whether the service may be asked: not while it wants a pause, and after refusals only after growing ones
 * (1 s to 5 min, each shortened by up to a half by chance, so that many instances do not come back at once).
 */
export function createServiceHealth({ now = Date.now, random = Math.random } = {}) {
  let pausedUntil = 0;
  let refusals = 0;
  let refusingSince: number | undefined;
  let isToldDown = false;

  return {
    mayAsk: () => now() >= pausedUntil,
    pausedUntil: () => pausedUntil,
    /** How many refusals there were since the service last took something. */
    refusals: () => refusals,
    pause(seconds: number) {
      pausedUntil = Math.max(pausedUntil, now() + seconds * 1_000);
    },
    /** The service has answered, if only to refuse this one envelope for good. Whether it is back after being down. */
    answered(): boolean {
      refusals = 0;
      refusingSince = undefined;
      const isBack = isToldDown;
      isToldDown = false;
      return isBack;
    },
    refused() {
      refusingSince ??= now();
      if (now() < pausedUntil) return; // One of many that were under way together, or the service has said how long.
      pausedUntil = now() + backoffMs(refusals, random());
      refusals += 1;
    },
    /** Since when the service has taken nothing, once that is a minute or longer. */
    downSince(): Date | undefined {
      const isDown = refusingSince !== undefined && now() - refusingSince >= downAfterMs;
      return isDown ? new Date(refusingSince!) : undefined;
    },
    /** Whether it is down and that has not been told yet. */
    tellDown(): boolean {
      if (isToldDown || this.downSince() === undefined) return false;
      isToldDown = true;
      return true;
    },
  };
}

/** `chance`: 0 to 1. */
export function backoffMs(refusals: number, chance: number): number {
  const full = Math.min(longestMs, shortestMs * 2 ** (refusals + 1));
  return Math.max(shortestMs, full * (1 - chance / 2));
}
