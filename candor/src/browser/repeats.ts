import { newEventId } from '../shared/digest.js';
import type { BrowserFailure, CaptureReport } from './report.js';
import type { ReportStorage } from './report-storage.js';

const pauseMs = 60_000;

/** Captures, once a minute and when the page ends, how often an equal failure came since, as an event of its own. */
export function followRepeats(
  failures: ReadonlyMap<string, BrowserFailure>,
  storage: ReportStorage,
  capture: CaptureReport,
): void {
  function captureRepeats() {
    for (const failure of failures.values()) {
      if (!failure.repeats) continue;
      const summary = { ...failure, eventId: newEventId(), at: new Date() };
      failure.repeats = 0;
      summary.isStored = storage.save(summary);
      capture(summary);
    }
  }

  setInterval(captureRepeats, pauseMs);
  addEventListener('pagehide', captureRepeats);
}
