import { lastShownFailure } from 'candor/screens';
import { resumeFollowing } from './follow-event';
import { allKinds, type Kind } from './kinds';
import { allOutcomes, setOutcome } from './outcomes';
import { responseStatusSince } from './response-status';
import { sessionValue } from './session-value';

/** A kind whose screen replaces the page. `before`: the reference of the screen that this tab had shown last until then. */
type PendingNavigation = { kind: Kind; before?: string; status?: number };

const pending = sessionValue<PendingNavigation>('candor.pending-navigation');
const statusTimeoutMs = 30_000;
let latest: PendingNavigation | undefined;

/** To be called before a kind is triggered whose screen replaces this page. */
export function beginNavigation(kind: Kind): void {
  const navigation = { kind, before: lastReference() };
  latest = navigation;
  pending.write(navigation);
  void responseStatusSince(performance.now(), statusTimeoutMs).then((status) => {
    if (latest === navigation && pending.read()) pending.write({ ...navigation, status });
  });
}

/** To be called by the target document: the page before it may be gone too soon to record the status. */
export function recordArrival(): void {
  const navigation = pending.read();
  const isTarget = navigation?.kind === new URLSearchParams(location.search).get('fail');
  const [timing] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (navigation && isTarget) {
    pending.write({ ...navigation, status: navigation.status ?? (timing?.responseStatus || undefined) });
  }
}

/** To be called when the limit prevented a failure, so that this page stays. */
export function recordLimited(kind: Kind, { retryAfterSeconds }: { retryAfterSeconds: number }, status?: number): void {
  pending.clear();
  const note = `Nothing failed: the limit of sample failures per minute is reached. Try again in ${retryAfterSeconds} s.`;
  setOutcome(kind, { status, note });
}

/**
 * To be called when this page is shown. A screen that was shown since the navigation began is the outcome of its kind. Events
 * that an earlier page was following are followed further.
 */
export function restore(): void {
  const navigation = pending.read();
  const shown = lastShownFailure();
  const reference = lastReference();
  // Not compared by time: the clock may be set between two documents.
  const isShown = navigation && shown && reference !== navigation.before;
  if (isShown || navigation?.status !== undefined) {
    pending.clear(); // Each outcome is recorded once.
    const status = isShown && shown.reference.label === 'Event' ? undefined : navigation.status; // A browser failure has no response.
    setOutcome(navigation.kind, { status, ...(isShown && { reference, event: shown.event }) });
  }
  for (const kind of allKinds) {
    const outcome = allOutcomes()[kind];
    if (outcome?.event?.state === 'sending' || outcome?.event?.state === 'queued') resumeFollowing(kind, outcome);
  }
}

function lastReference(): string | undefined {
  const { reference } = lastShownFailure() ?? {};
  return reference && `${reference.label}: ${reference.id}`;
}
