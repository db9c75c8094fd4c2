import type { Category } from './envelope';
import type { ServiceLimits } from './service-limits';

const shortestMs = 1_000;
const longestMs = 5 * 60_000;
const downAfterMs = 60_000;

/**
 * Knows whether the service may be asked: not while it wants a pause, for everything or for a category, and after refusals
 * only after growing pauses for everything (1 s to 5 min, each shortened by up to a half by chance, so that many instances
 * do not come back at once). `now` is a clock that nobody sets; `wallClock` tells people the time.
 */
export function createServiceHealth({
  now = () => performance.now(),
  wallClock = () => Date.now(),
  random = Math.random,
} = {}) {
  const pausedUntil: Record<Category | 'all', number> = { all: 0, error: 0, feedback: 0 };
  let refusals = 0;
  let refusingSince: number | undefined;
  let isToldDown = false;

  function pause(paused: keyof typeof pausedUntil, ms: number) {
    pausedUntil[paused] = Math.max(pausedUntil[paused], now() + ms);
  }

  function msUntilAsked(category: Category): number {
    return Math.max(0, pausedUntil.all - now(), pausedUntil[category] - now());
  }

  return {
    isPaused: (category: Category) => msUntilAsked(category) > 0,
    /** How long it wants nothing of this category; without one, nothing at all. */
    msUntilAsked: (category?: Category): number =>
      category ? msUntilAsked(category) : Math.min(msUntilAsked('error'), msUntilAsked('feedback')),
    /** How many refusals there were since the service last took something. */
    refusals: () => refusals,
    /** The service wants a pause. It never shortens one. */
    limit({ all = 0, error = 0, feedback = 0 }: ServiceLimits) {
      pause('all', all * 1_000);
      pause('error', error * 1_000);
      pause('feedback', feedback * 1_000);
    },
    /** The service has answered, if only to refuse this one envelope for good. Whether it is back after being down. */
    answered(): boolean {
      refusals = 0;
      refusingSince = undefined;
      const isBack = isToldDown;
      isToldDown = false;
      return isBack;
    },
    /** The service did not take an envelope of this category. */
    refused(category: Category) {
      refusingSince ??= now();
      if (msUntilAsked(category) > 0) return; // One of many that were in flight together, or the service has said how long.
      pause('all', backoffMs(refusals, random()));
      refusals += 1;
    },
    /** Since when the service has taken nothing, once that is a minute or longer; by the wall clock as it goes now. */
    downSince(): Date | undefined {
      const forMs = refusingSince === undefined ? 0 : now() - refusingSince;
      return forMs < downAfterMs ? undefined : new Date(wallClock() - forMs);
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
