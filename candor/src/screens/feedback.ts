import type { EventState } from '../shared/event-state.js';
import { stateOf } from './state-of.js';
import { browserReporter } from '../browser/reporter.js';

const timeoutMs = 30_000;

/** Feedback that was reported: its id, by which its state is known, and whether it outlives this page. */
export type SentFeedback = { eventId: string; isStored: boolean };

let latest: ({ about: string; words: string } & SentFeedback) | undefined;

/** Reports a visitor's words about an event. The same words are one feedback, however often they are sent, unless they were dropped. */
export function reportFeedback(about: string, words: string): SentFeedback {
  if (latest?.about === about && latest.words === words && !isLost(stateOf(latest.eventId))) return latest;
  const { eventId, isStored = false } = browserReporter.report({ about, words });
  latest = { about, words, eventId, isStored };
  return latest;
}

/** Nothing delivers it any more, or nobody knows. */
const isLost = ({ state }: EventState) => state === 'dropped' || state === 'off' || state === 'unknown';

/** Resolves with the state that feedback has once settled, or after 30 s; at once where there is no network. */
export function settledFeedback({ eventId, isStored }: SentFeedback): Promise<EventState> {
  const state = () => stateOf(eventId);
  if (isStored && !navigator.onLine && state().state === 'sending') return Promise.resolve({ state: 'queued' });
  return new Promise((resolve) => {
    const timer = setTimeout(finish, timeoutMs);
    const unsubscribe = browserReporter.subscribe(finishIfSettled);
    finishIfSettled(); // Dropped at once, for one.
    function finishIfSettled() {
      if (state().state !== 'sending' || !navigator.onLine) finish();
    }
    function finish() {
      clearTimeout(timer);
      unsubscribe();
      resolve(state());
    }
  });
}
