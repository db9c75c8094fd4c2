import { attempt } from '../internals/browser/patch.js';
import { newEventId } from '../shared/digest.js';
import type { BrowserFailure, Feedback, Report, SdkEvent } from './report.js';
import { serializeError, type SerializedError } from './serialize-error.js';

type Stored<Kind> = Omit<Kind, 'at' | 'thrown'> & { at: string; page: string };

/** A report in localStorage: its time as ISO 8601, and the page that owns it. */
export type StoredReport = (Stored<BrowserFailure> & { thrown: SerializedError }) | Stored<SdkEvent> | Stored<Feedback>;

const keyPrefix = 'candor.report.';

export type ReportStorage = ReturnType<typeof createReportStorage>;

/** Stores reports until they are settled, across page loads. Saving is synchronous, because the page may be closed the next moment. */
export function createReportStorage() {
  const page = newEventId();

  return {
    page,
    keyPrefix,

    save(report: Report): boolean {
      const thrown = 'thrown' in report ? serializeError(report.thrown) : undefined; // JSON leaves undefined out.
      const stored = () => JSON.stringify({ ...report, thrown, page });
      return !!attempt(undefined, () => [localStorage.setItem(keyPrefix + report.eventId, stored())]);
    },

    hasAny: () => !!attempt(undefined, () => Object.keys(localStorage).some((key) => key.startsWith(keyPrefix))),
  };
}
