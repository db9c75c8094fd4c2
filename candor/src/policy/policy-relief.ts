import { singleton } from '../shared/singleton.js';

/**
 * Whether the policy holds for all documents; or the inline scripts of some run that it forbids, and are reported; or that was so
 * in this process, and it holds again.
 */
export type PolicyState = 'enforced' | 'report-only' | 'strict after relief';

/** For how many documents of a process, and how long after the first one, whichever ends first. */
export type ReliefLimits = { documents: number; minutes: number };

export type ReliefObserver = {
  reliefStarts: (limits: ReliefLimits) => void;
  reliefEnds: (limits: ReliefLimits) => void;
};

export const reliefLimits: ReliefLimits = { documents: 1_000, minutes: 10 };

const shared = singleton<{ state: PolicyState }>('policy-state', () => ({ state: 'enforced' }));

/** That of this process. */
export function policyState(): PolicyState {
  return shared.state;
}

export type PolicyRelief = ReturnType<typeof createPolicyRelief>;

/**
 * Decides how long the policy is relaxed for documents whose inline scripts are of an unknown form: once in the life of a process,
 * so that a site goes on working while somebody reads the log.
 */
export function createPolicyRelief(
  fallback: 'relax' | 'block',
  observer: ReliefObserver,
  limits: ReliefLimits = reliefLimits,
) {
  shared.state = 'enforced';
  let left = limits.documents;
  let isKnown = false;

  function end() {
    if (shared.state !== 'report-only') return;
    shared.state = 'strict after relief';
    observer.reliefEnds(limits);
  }

  return {
    /** A page was seen whose scripts have a known form. So Next writes it, and there is nothing to relax in this process. */
    formIsKnown(): void {
      isKnown = true;
      end();
    },
    isFormKnown: () => isKnown,
    /** A page was seen none of whose scripts has a known form. */
    formIsUnknown(): void {
      if (fallback === 'block' || isKnown || shared.state !== 'enforced') return;
      shared.state = 'report-only';
      observer.reliefStarts(limits);
      setTimeout(end, limits.minutes * 60_000).unref();
    },
    /** Whether the policy of one more of these documents may be relaxed. */
    take(): boolean {
      if (shared.state !== 'report-only') return false;
      left -= 1;
      if (left === 0) end();
      return true;
    },
  };
}
