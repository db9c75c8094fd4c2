import { followEventState } from 'candor/dist/browser/follow-event-state';
import { browserReporter } from 'candor/dist/browser/reporter';
import type { EventState } from 'candor/dist/shared/event-state';
import type { Kind } from './kinds';
import { allOutcomes, setOutcome, type KindOutcome } from './outcomes';

/** Follows the event of an error that this browser is about to throw and nothing will catch. */
export function followBrowserError(kind: Kind, error: Error): Promise<void> {
  return new Promise((resolve) => {
    const unsubscribe = browserReporter.subscribe(() => {
      const failure = browserReporter.failureOf(error);
      if (failure === undefined) return;
      unsubscribe();
      resolve(followBrowserEvent(kind, failure.eventId));
    });
  });
}

/** Resolves when the event is no longer *sending*. Its row follows it further: even a dropped event may still arrive. */
function followBrowserEvent(kind: Kind, eventId: string): Promise<void> {
  const reference = `Event: ${eventId}`;
  let shown: EventState | undefined;
  return new Promise((resolve) => {
    const unsubscribe = browserReporter.subscribe(update);
    update();

    function update() {
      const event = browserReporter.stateOf(eventId);
      const isReplaced = shown !== undefined && allOutcomes()[kind]?.reference !== reference;
      if (!isReplaced && event !== shown) setOutcome(kind, { reference, event });
      shown = event;
      if (event.state !== 'sending') resolve();
      if (isReplaced || event.state === 'sent' || event.state === 'off') unsubscribe();
    }
  });
}

/** Follows the event of a server failure. */
export function followServerFailure(kind: Kind, digest: string, status?: number): Promise<void> {
  const update = (event: EventState) => setOutcome(kind, { status, reference: `Digest: ${digest}`, event });
  update({ state: 'sending' });
  return followEventState(digest, update, new AbortController().signal);
}

/** Follows an event that an earlier page was following. This page may be the sender of the event; if not, the server knows. */
export function resumeFollowing(kind: Kind, outcome: KindOutcome): void {
  const [label, id] = outcome.reference?.split(': ') ?? [];
  if (id === undefined) return;
  if (label === 'Event' && browserReporter.stateOf(id).state !== 'unknown') void followBrowserEvent(kind, id);
  else void followEventState(id, (event) => setOutcome(kind, { ...outcome, event }), new AbortController().signal);
}
