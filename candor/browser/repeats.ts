import { newEventId } from '../digest';
import { remember } from './remember';
import type { BrowserFailure, CaptureReport } from './report';
import type { ReportStorage } from './report-storage';

const pauseMs = 60_000;

/**
 * Follows failures whose event was made, and captures, once a minute and when the page ends, how often an equal one came since: as an
 * event of its own.
 */
export function createRepeats(storage: ReportStorage, capture: CaptureReport) {
  const followed = new Map<string, BrowserFailure>();

  function captureRepeats() {
    for (const failure of followed.values()) {
      if (!failure.repeats) continue;
      const summary = { ...failure, eventId: newEventId(), at: new Date(), madeAt: undefined };
      failure.repeats = 0;
      summary.isStored = storage.save(summary);
      capture(summary);
    }
  }

  setInterval(captureRepeats, pauseMs);
  addEventListener('pagehide', captureRepeats);

  return (failure: BrowserFailure): void => {
    failure.repeats = 0; // Its event, which was just made, says how many there were until then.
    remember(followed, failure.eventId, failure);
  };
}
