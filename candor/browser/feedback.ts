import type { EventState } from '../event-state';
import { browserReporter, newReport } from './reporter';

const timeoutMs = 30_000;

/** Sends a visitor's words about an event. Resolves with the state that they have once settled, or after 30 s. */
export function sendFeedback(about: string, words: string): Promise<EventState> {
  const feedback = { ...newReport(), about, words };
  const state = () => browserReporter.stateOf(feedback.eventId);
  return new Promise((resolve) => {
    const timer = setTimeout(finish, timeoutMs);
    const unsubscribe = browserReporter.subscribe(() => {
      if (state().state !== 'sending') finish();
    });
    browserReporter.add(feedback);
    function finish() {
      clearTimeout(timer);
      unsubscribe();
      resolve(state());
    }
  });
}
