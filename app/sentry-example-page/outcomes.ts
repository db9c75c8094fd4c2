import type { EventState } from 'candor';
import { formatState, formatUtc } from './format';
import { sessionValue } from './session-value';
import { allKinds, type Kind } from './kinds';

/** The outcome of triggering a kind of failure. */
export type KindOutcome = { status?: number; reference?: string; event?: EventState; note?: string };

type KindOutcomes = { latest?: Kind } & { [kind in Kind]?: KindOutcome };

const stored = sessionValue<KindOutcomes>('candor.outcomes');
const listeners = new Set<() => void>();
let outcomes: KindOutcomes | undefined;

export function subscribeToOutcomes(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The latest outcome of each kind that this tab triggered; `latest` is the kind that made the last event. */
export function allOutcomes(): KindOutcomes {
  return (outcomes ??= stored.read() ?? {});
}

export function setOutcome(kind: Kind, outcome: KindOutcome): void {
  outcomes = { ...allOutcomes(), ...(outcome.event && { latest: kind }), [kind]: outcome };
  stored.write(outcomes);
  for (const listener of listeners) listener();
}

/** To be called when the limit prevented a failure. */
export function recordLimited(kind: Kind, { retryAfterSeconds }: { retryAfterSeconds: number }, status?: number): void {
  const note = `Nothing failed: the limit of sample failures per minute is reached. Try again in ${retryAfterSeconds} s.`;
  setOutcome(kind, { status, note });
}

/** `succeededAt` is an ISO time. */
export function recordSuccess({ succeededAt }: { succeededAt: string }, status?: number): void {
  const [, time] = formatUtc(new Date(succeededAt)).split(/ (.*)/);
  setOutcome('server-action-ok', { status, note: `The action succeeded at ${time}.` });
}

/** All outcomes as plain text, one line a kind, for a ticket or a message. */
export function describeOutcomes(): string {
  return allKinds
    .flatMap((kind) => {
      const outcome = allOutcomes()[kind];
      return outcome ? `${kind}: ${outcomeParts(outcome).join(', ')}` : [];
    })
    .join('\n');
}

function outcomeParts({ status, event, note, reference }: KindOutcome): string[] {
  const parts = [status && `HTTP ${status}`, event && formatState(event), note, reference];
  return parts.filter((part) => part !== undefined && part !== 0);
}
