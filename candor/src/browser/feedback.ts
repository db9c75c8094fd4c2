import type { EventState } from '../shared/event-state.js';
import { stateOf } from './event-state.js';
import { browserReporter } from './reporter.js';

const timeoutMs = 30_000;

/** Sends a visitor's words about an event. Resolves with the state that they have once settled, or after 30 s. */
export function sendFeedback(about: string, words: string): Promise<EventState> {
  const { eventId } = browserReporter.report({ about, words });
  const state = () => stateOf(eventId);
  return new Promise((resolve) => {
    const timer = setTimeout(finish, timeoutMs);
    const unsubscribe = browserReporter.subscribe(finishIfSettled);
    finishIfSettled(); // Dropped at once, for one.
    function finishIfSettled() {
      if (state().state !== 'sending') finish();
    }
    function finish() {
      clearTimeout(timer);
      unsubscribe();
      resolve(state());
    }
  });
}
