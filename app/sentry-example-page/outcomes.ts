import { browserReporter } from '../../candor/browser/reporter';
import { formatState, type EventState } from '../../candor/event-state';
import { followEventState } from '../../candor/browser/follow-event-state';
import { statusSince } from './response-status';
import { lastShownScreen } from '../../candor/screens/shown-screen';
import { tabMemory } from '../../candor/screens/session-value';
import { utc } from '../../candor/screens/format-utc';
import { kinds, type Kind } from './kinds';

/** What came of making a kind of failure. */
export type Outcome = { status?: number; reference?: string; event?: EventState; note?: string };

type Outcomes = { latest?: Kind } & { [kind in Kind]?: Outcome };

const kept = tabMemory<Outcomes>('candor.outcomes');
/** A kind whose screen is to come. `before`: the reference of the screen that this tab had shown last until then. */
type Leaving = { kind: Kind; before?: string; status?: number };

const leaving = tabMemory<Leaving>('candor.leaving');
let latest: Leaving | undefined;
// How long a screen may take to come.
const screenMs = 30_000;
const listeners = new Set<() => void>();
let outcomes: Outcomes | undefined;

export function subscribeToOutcomes(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What came of the last time that each kind was made in this tab; `latest` is the one that made the last event. */
export function allOutcomes(): Outcomes {
  return (outcomes ??= kept.read() ?? {});
}

export function setOutcome(kind: Kind, outcome: Outcome): void {
  outcomes = { ...allOutcomes(), ...(outcome.event && { latest: kind }), [kind]: outcome };
  kept.write(outcomes);
  for (const listener of listeners) listener();
}

/** All of it as plain text, a line for each kind that was made, for a ticket or a letter. */
export function describeOutcomes(): string {
  return Object.values(kinds)
    .flat()
    .flatMap((kind) => {
      const outcome = allOutcomes()[kind];
      return outcome ? `${kind}: ${describeOutcome(outcome).join(', ')}` : [];
    })
    .join('\n');
}

/** What is to be said of it, part by part. */
function describeOutcome({ status, event, note, reference }: Outcome): string[] {
  const said = [status && `HTTP ${status}`, event && formatState(event), note, reference];
  return said.filter((part) => part !== undefined && part !== 0);
}

/** To be said before a kind is made whose screen takes the place of this page. */
export function leaveFor(kind: Kind): void {
  const left = { kind, before: lastShownScreen.read()?.reference };
  latest = left;
  leaving.write(left);
  void statusSince(performance.now(), screenMs).then((status) => {
    if (latest === left && leaving.read()) leaving.write({ ...left, status });
  });
}

/** To be said by the document that was left for: when it comes, the page before may be gone too soon to note the status. */
export function arrive(): void {
  const left = leaving.read();
  const isLeftFor = left?.kind === new URLSearchParams(location.search).get('fail');
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (left && isLeftFor) leaving.write({ ...left, status: left.status ?? (navigation?.responseStatus || undefined) });
}

/** To be said when a kind was not made after all: this page stays. */
export function stayRefused(kind: Kind, { retryAfterSeconds }: { retryAfterSeconds: number }, status?: number): void {
  leaving.clear();
  const note = `Nothing failed: the limit of this minute is reached. Again in ${retryAfterSeconds} s.`;
  setOutcome(kind, { status, note });
}

/** `succeededAt` is an ISO time. */
export function noteSuccess({ succeededAt }: { succeededAt: string }, status?: number): void {
  const [, time] = utc(new Date(succeededAt)).split(/ (.*)/);
  setOutcome('server-action-ok', { status, note: `The action succeeded at ${time}.` });
}

/**
 * To be said when this page is shown: a screen that was shown meanwhile is what came of the kind that was left for, and
 * what an earlier page was following is followed on.
 */
export function comeBack(): void {
  const left = leaving.read();
  const shown = lastShownScreen.read();
  // Not by the time of each: a clock may be set between two documents.
  const isShown = left && shown && shown.reference !== left.before;
  if (isShown || left?.status !== undefined) {
    leaving.clear(); // It is told once.
    const { reference, event } = isShown ? shown : {};
    const isServers = !reference?.startsWith('Event'); // For a browser's failure nothing was asked.
    setOutcome(left.kind, { status: isServers ? left.status : undefined, reference, event });
  }
  for (const kind of Object.values(kinds).flat()) {
    const outcome = allOutcomes()[kind];
    if (outcome?.event?.state === 'sending' || outcome?.event?.state === 'queued') followOn(kind, outcome);
  }
}

/** This page may still be sending the event itself; else the server is asked. */
function followOn(kind: Kind, outcome: Outcome): void {
  const [label, id] = outcome.reference?.split(': ') ?? [];
  if (id === undefined) return;
  if (label === 'Event' && browserReporter.stateOf(id).state !== 'unknown') void followBrowserEvent(kind, id);
  else void followEventState(id, (event) => setOutcome(kind, { ...outcome, event }), new AbortController().signal);
}

/** Follows what becomes of an error that is about to be thrown in this browser and caught by nobody. */
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

/** Resolves when it is no longer *sending*. What is shown follows it on, for even a dropped event may still get through. */
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

/** Follows what becomes of a failure of the server's. */
export function followServerFailure(kind: Kind, digest: string, status?: number): Promise<void> {
  const update = (event: EventState) => setOutcome(kind, { status, reference: `Digest: ${digest}`, event });
  update({ state: 'sending' });
  return followEventState(digest, update, new AbortController().signal);
}
