import type { Category } from '../envelope/envelope.js';
import type { ServiceState } from '../outbox/deployment.js';
import type { ServiceLimits } from './service-limits.js';

const minPauseMs = 1_000;
const maxPauseMs = 5 * 60_000;
const reportDownAfterMs = 60_000;
const pausable = ['all', 'error', 'feedback'] as const;

/**
 * Knows whether the service may be asked. It may not while it wants a pause, for everything or for one category. After
 * failed attempts every category pauses: 1 s to 5 min, growing, each shortened at random by up to a half, so that many
 * instances do not come back at the same moment. `now` is monotonic; `wallClock` tells people the time.
 */
export function createServiceHealth({
  now = () => performance.now(),
  wallClock = () => Date.now(),
  random = Math.random,
} = {}) {
  const pausedUntil: Record<Category | 'all', number> = { all: 0, error: 0, feedback: 0 };
  /** Our own pause, after failed attempts. */
  let backoffUntil = 0;
  let failedAttempts = 0;
  let failingSince: number | undefined;
  let isDownReported = false;
  /** Another instance knows of the failure, or has published it. */
  let isFailureShared = false;

  function pause(paused: keyof typeof pausedUntil, ms: number) {
    pausedUntil[paused] = Math.max(pausedUntil[paused], now() + ms);
  }

  const pauseLeft = (paused: keyof typeof pausedUntil) =>
    Math.max(0, pausedUntil[paused] - now(), paused === 'all' ? backoffUntil - now() : 0);

  const categoryPauseLeftMs = (category: Category) => Math.max(pauseLeft('all'), pauseLeft(category));

  /** Since when the service has accepted nothing, once that is a minute or longer; by the current wall clock. */
  function downSince(): Date | undefined {
    const forMs = failingSince === undefined ? 0 : now() - failingSince;
    return forMs < reportDownAfterMs ? undefined : new Date(wallClock() - forMs);
  }

  return {
    downSince,
    isPaused: (category: Category) => categoryPauseLeftMs(category) > 0,
    /** How long the service wants nothing of this category; without a category, nothing at all. */
    pauseLeftMs: (category?: Category): number =>
      category
        ? categoryPauseLeftMs(category)
        : Math.min(categoryPauseLeftMs('error'), categoryPauseLeftMs('feedback')),
    /** How many attempts have failed since the service last accepted an envelope. */
    failedAttempts: () => failedAttempts,
    /** Applies the pauses that the service wants. A limit never shortens a pause. */
    applyLimits(limits: ServiceLimits): void {
      for (const paused of pausable) pause(paused, (limits[paused] ?? 0) * 1_000);
    },
    /**
     * Records that the service works, though it may have dropped this one envelope.
     * @returns whether it is back after `markDownReported` had returned `true`
     */
    recordResponse(): boolean {
      failedAttempts = 0;
      failingSince = undefined;
      const isBack = isDownReported;
      isDownReported = false;
      return isBack;
    },
    /** Records that the service did not accept an envelope of this category now. */
    recordFailedAttempt(category: Category): void {
      failingSince ??= now();
      if (categoryPauseLeftMs(category) > 0) return; // Many were in flight together, or the service has said how long.
      backoffUntil = now() + backoffMs(failedAttempts, random());
      failedAttempts += 1;
    },
    /** Ends the pause after failed attempts, but none that the service wants. */
    endBackoff(): void {
      backoffUntil = 0;
    },
    /** For how many ms nothing is wanted, and of which category. */
    pauses: () => ({ all: pauseLeft('all'), error: pauseLeft('error'), feedback: pauseLeft('feedback') }),
    /**
     * Adopts the findings of all instances of the deployment.
     * @returns whether it is back after `markDownReported` had returned `true`
     */
    adopt({ failingForMs, failures, ...pauses }: ServiceState): boolean {
      for (const paused of pausable) pause(paused, pauses[paused]);
      const hasRecovered = isFailureShared && failingForMs === undefined;
      isFailureShared = failingForMs !== undefined;
      if (failingForMs === undefined) return hasRecovered && this.recordResponse();
      failingSince = Math.min(failingSince ?? Infinity, now() - failingForMs);
      failedAttempts = Math.max(failedAttempts, failures);
      return false;
    },
    /** Marks an outage as reported. @returns whether there is one that was not reported before */
    markDownReported(): boolean {
      if (isDownReported || downSince() === undefined) return false;
      isDownReported = true;
      return true;
    },
  };
}

/** The pause after this many earlier failures. `chance`: 0 to 1. */
export function backoffMs(failures: number, chance: number): number {
  const full = Math.min(maxPauseMs, minPauseMs * 2 ** (failures + 1));
  return Math.max(minPauseMs, full * (1 - chance / 2));
}
