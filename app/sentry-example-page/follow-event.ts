import { followFailure, type EventState } from 'candor/screens';
import type { Kind } from './kinds';
import { allOutcomes, setOutcome, type KindOutcome } from './outcomes';

const timeoutMs = 30_000;
const isKnown = ({ state }: EventState) => state !== 'sending' && state !== 'unknown';

/**
 * Shows in the row of this kind what becomes of an error that is about to be thrown, or of a failure with a digest. Resolves when
 * that is known, or after 30 s. The row follows it further: even a dropped event may still arrive.
 */
export function follow(kind: Kind, error: unknown, status?: number): Promise<void> {
  return new Promise((resolve) => {
    let shown: string | undefined;
    const stop = followFailure(error, ({ reference: { label, id }, event }) => {
      const isReplaced = shown !== undefined && allOutcomes()[kind]?.reference !== shown;
      if (isReplaced) stop();
      else setOutcome(kind, { status, reference: (shown = `${label}: ${id}`), event });
      if (isReplaced || isKnown(event)) resolve();
    });
    setTimeout(resolve, timeoutMs);
  });
}

/** Follows an event that an earlier page was following. */
export function resumeFollowing(kind: Kind, outcome: KindOutcome): void {
  const [, digest] = outcome.reference?.split(': ') ?? [];
  if (digest !== undefined) followFailure({ digest }, ({ event }) => setOutcome(kind, { ...outcome, event }));
}
