import { browserReporter, newReport } from './reporter';
import type { EventState } from '../event-state';

const patienceMs = 30_000;

/** Sends a visitor's words about an event, and gives back what became of them, if that is known in time. */
export function sendFeedback(about: string, words: string): Promise<EventState> {
  const feedback = { ...newReport(), about, words };
  const state = () => browserReporter.stateOf(feedback.eventId);
  return new Promise((resolve) => {
    const timer = setTimeout(settle, patienceMs);
    const unsubscribe = browserReporter.subscribe(() => {
      if (state().state !== 'sending') settle();
    });
    browserReporter.add(feedback);
    function settle() {
      clearTimeout(timer);
      unsubscribe();
      resolve(state());
    }
  });
}
