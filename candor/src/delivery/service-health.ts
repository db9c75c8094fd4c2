import type { Category } from '../envelope/envelope.js';
import type { ServiceState } from '../outbox/deployment.js';
import type { ServiceLimits } from './service-response.js';

const firstPauseMs = 2_000;
const maxPauseMs = 5 * 60_000;
const reportDownAfterMs = 60_000;
const pausable = ['all', 'error', 'feedback'] as const;

const now = () => performance.now();

/** Pauses that the service wants, and those of 1 s to 5 min after failed attempts, which vary between instances. */
export function createServiceHealth() {
  const pausedUntil: Record<Category | 'all', number> = { all: 0, error: 0, feedback: 0 };
  let backoffUntil = 0;
  let failedAttempts = 0;
  let failingSince: number | undefined;
  let isDownReported = false;
  /** Another instance knows of the failure, or has published it. */
  let isFailureShared = false;

  /** A later finding never shortens a pause. */
  function pause(msOf: (paused: Category | 'all') => number) {
    for (const paused of pausable) pausedUntil[paused] = Math.max(pausedUntil[paused], now() + msOf(paused));
  }
  const pauseLeft = (paused: Category | 'all') =>
    Math.max(0, pausedUntil[paused] - now(), paused === 'all' ? backoffUntil - now() : 0);
  const leftMs = (category: Category) => Math.max(pauseLeft('all'), pauseLeft(category));

  /** Since when the service has accepted nothing, once that is a minute or longer. */
  function downSince(): Date | undefined {
    const forMs = failingSince === undefined ? 0 : now() - failingSince;
    return forMs < reportDownAfterMs ? undefined : new Date(Date.now() - forMs);
  }

  /** The service works, though it may have dropped an envelope. @returns whether an outage that was reported is over */
  function recordResponse(): boolean {
    failedAttempts = 0;
    failingSince = undefined;
    const isBack = isDownReported;
    isDownReported = false;
    return isBack;
  }

  return {
    downSince,
    isPaused: (category: Category) => leftMs(category) > 0,
    /** Without a category: until anything can be sent. */
    pauseLeftMs: (category?: Category) => (category ? leftMs(category) : Math.min(leftMs('error'), leftMs('feedback'))),
    failedAttempts: () => failedAttempts,
    applyLimits: (limits: ServiceLimits) => pause((paused) => (limits[paused] ?? 0) * 1_000),
    recordResponse,
    recordFailedAttempt(category: Category): void {
      failingSince ??= now();
      if (leftMs(category) > 0) return; // Many were in flight together, or the service has said how long.
      const fullMs = Math.min(maxPauseMs, firstPauseMs * 2 ** failedAttempts);
      backoffUntil = now() + fullMs * (1 - Math.random() / 2);
      failedAttempts += 1;
    },
    endBackoff: () => void (backoffUntil = 0),
    pauses: () => ({ all: pauseLeft('all'), error: pauseLeft('error'), feedback: pauseLeft('feedback') }),
    /** @returns whether an outage that was reported is over */
    adopt({ failingForMs, failures, ...pauses }: ServiceState): boolean {
      pause((paused) => pauses[paused]);
      const hasRecovered = isFailureShared && failingForMs === undefined;
      isFailureShared = failingForMs !== undefined;
      if (failingForMs === undefined) return hasRecovered && recordResponse();
      failingSince = Math.min(failingSince ?? Infinity, now() - failingForMs);
      failedAttempts = Math.max(failedAttempts, failures);
      return false;
    },
    /** @returns whether there is an outage that was not reported before */
    markDownReported(): boolean {
      if (isDownReported || downSince() === undefined) return false;
      isDownReported = true;
      return true;
    },
  };
}
