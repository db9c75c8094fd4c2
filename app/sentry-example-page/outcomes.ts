import { browserReporter } from '../_reporting/browser-reporter';
import { followEventState, type EventState } from '../_reporting/event-state';
import { lastShownScreen } from '../_screens/shown-screen';
import { tabMemory } from '../_screens/tab-memory';
import type { Kind } from './kinds';

/** What came of making a kind of failure. */
export type Outcome = { status?: number; reference?: string; event?: EventState; note?: string };

type Outcomes = { latest?: Kind } & { [kind in Kind]?: Outcome };

const kept = tabMemory<Outcomes>('candor.outcomes');
const leaving = tabMemory<{ kind: Kind; at: number }>('candor.leaving');
const listeners = new Set<() => void>();
let outcomes: Outcomes | undefined;

export function subscribeToOutcomes(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What came of the last time that each kind was made in this tab; `latest` is the kind that was made last. */
export function allOutcomes(): Outcomes {
  return (outcomes ??= kept.read() ?? {});
}

export function setOutcome(kind: Kind, outcome: Outcome): void {
  outcomes = { ...allOutcomes(), latest: kind, [kind]: outcome };
  kept.write(outcomes);
  for (const listener of listeners) listener();
}

/** To be said before a kind is made whose screen takes the place of this page. */
export function leaveFor(kind: Kind): void {
  leaving.write({ kind, at: Date.now() });
}

/** To be said when this page is shown: a screen that was shown meanwhile is what came of the kind that was left for. */
export function comeBack(): void {
  const left = leaving.read();
  const shown = lastShownScreen.read();
  if (!left || !shown || shown.shownAt < left.at) return;
  leaving.clear(); // It is told once.
  const { status, reference, event } = shown;
  setOutcome(left.kind, { status, reference, event });
  const [label, id] = reference?.split(': ') ?? [];
  if (id === undefined || event?.state !== 'sending') return;
  if (label === 'Digest') void followServerFailure(left.kind, id, status);
  else void followBrowserEvent(left.kind, id);
}

/** Follows what becomes of an error that is about to be thrown in this browser and caught by nobody. */
export function followBrowserError(kind: Kind, error: Error): Promise<void> {
  return new Promise((resolve) => {
    const unsubscribe = browserReporter.subscribe(() => {
      const failure = browserReporter.failureOf(error);
      if (failure === undefined) return;
      unsubscribe();
      resolve(followBrowserEvent(kind, failure.eventId, failure.failedAt));
    });
  });
}

function followBrowserEvent(kind: Kind, eventId: string, failedAt?: Date): Promise<void> {
  return new Promise((resolve) => {
    const unsubscribe = browserReporter.subscribe(update);
    update();

    function update() {
      const event = browserReporter.stateOf(eventId);
      const afterMs = failedAt && Date.now() - failedAt.getTime();
      setOutcome(kind, {
        reference: `Event: ${eventId}`,
        event: event.state === 'sent' ? { ...event, afterMs } : event,
      });
      if (event.state === 'sending') return;
      unsubscribe();
      resolve();
    }
  });
}

/** Follows what becomes of a failure of the server's. */
export function followServerFailure(kind: Kind, digest: string, status?: number): Promise<void> {
  const update = (event: EventState) => setOutcome(kind, { status, reference: `Digest: ${digest}`, event });
  update({ state: 'sending' });
  return followEventState(digest, update, new AbortController().signal);
}
