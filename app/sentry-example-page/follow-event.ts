import { report, type EventState } from 'candor';
import type { Kind } from './kinds';
import { allOutcomes, setOutcome } from './outcomes';
import { responseStatusSince } from './response-status';

const timeoutMs = 30_000;
// Instances without a shared outbox know an event one by one, and pages that ask in step would meet the same one each time.
const maxPauseMs = 500;

/**
 * Shows in the row of this kind, for 30 s, what `GET /monitoring` says of the event with this reference. Resolves when it is sent,
 * queued or dropped: a queued one may still be sent.
 * @param reference as the screens show it: `Digest: ID` or `Event: ID`
 */
export function follow(kind: Kind, reference: string, status = allOutcomes()[kind]?.status): Promise<void> {
  setOutcome(kind, { status, reference, event: { state: 'sending' } });
  return new Promise((resolve) => void poll(kind, reference, resolve).finally(resolve));
}

async function poll(kind: Kind, reference: string, settled: () => void): Promise<void> {
  const until = performance.now() + timeoutMs;
  for (let pauseMs = 100; performance.now() < until; pauseMs = Math.min(2 * pauseMs, maxPauseMs)) {
    await new Promise((resolve) => setTimeout(resolve, pauseMs * (0.5 + Math.random())));
    const event = await stateOf(reference);
    const shown = allOutcomes()[kind];
    if (shown?.reference !== reference) return; // Another failure of this kind.
    if (event.state !== 'unknown') setOutcome(kind, { ...shown, event }); // Until the event has arrived, the server does not know it.
    if (event.state === 'queued') settled();
    else if (event.state !== 'sending' && event.state !== 'unknown') return;
  }
}

async function stateOf(reference: string): Promise<EventState> {
  try {
    const response = await fetch(`/monitoring?event=${reference.split(': ')[1]}`, { cache: 'no-store' });
    if (response.ok) return (await response.json()) as EventState;
    console.warn(`The state of the event could not be loaded: ${response.status}.`);
  } catch (error) {
    console.warn('The state of the event could not be loaded.', error);
  }
  return { state: 'unknown' };
}

/** Follows an error that is about to be thrown, and that nothing catches. Candor has reported it when this listener is called. */
export function followThrown(kind: Kind, error: Error): Promise<void> {
  return new Promise((resolve) => {
    const listening = new AbortController();
    const listen = (event: ErrorEvent | PromiseRejectionEvent) => {
      if (('error' in event ? event.error : event.reason) !== error) return;
      listening.abort();
      resolve(followReported(kind, error));
    };
    addEventListener('error', listen, listening);
    addEventListener('unhandledrejection', listen, listening);
  });
}

/** Follows an error that Candor has reported: an error has one event, and `report()` returns its id. */
export const followReported = (kind: Kind, error: Error) => follow(kind, `Event: ${report(error)}`);

/** To be called before a kind is triggered whose screen replaces this page, in this document: the outcome is what that screen says. */
export function followScreen(kind: Kind): void {
  setOutcome(kind, {});
  void responseStatusSince(performance.now(), timeoutMs).then((status) => {
    if (status !== undefined) setOutcome(kind, { ...allOutcomes()[kind], status });
  });
  const observer = new MutationObserver(() => {
    const reference = document.querySelector('.screen .reference')?.textContent;
    if (!reference) return;
    observer.disconnect();
    void follow(kind, reference);
  });
  observer.observe(document, { subtree: true, childList: true });
  setTimeout(() => observer.disconnect(), timeoutMs);
}

/** Follows the events that an earlier page was following. */
export function resumeFollowing(): void {
  for (const [kind, outcome] of Object.entries(allOutcomes())) {
    if (typeof outcome !== 'object' || outcome.reference === undefined) continue;
    const { state } = outcome.event ?? {};
    if (state === 'sending' || state === 'queued') void follow(kind as Kind, outcome.reference);
  }
}
