import { newEventId } from '../digest';
import { release } from '../release';
import type { BrowserFailure, Feedback, Report } from './report';
import { serializeError, type SerializedError } from './serialize-error';

type Stored<Kind> = Omit<Kind, 'at' | 'thrown'> & { at: string; page: string; release: string };

/** A report in localStorage: its time as ISO 8601, the page that owns it, and the build that it comes from. */
export type StoredReport = (Stored<BrowserFailure> & { thrown: SerializedError }) | Stored<Feedback>;

export const keyPrefix = 'candor.report.';

export type ReportStorage = ReturnType<typeof createReportStorage>;

/**
 * Stores this browser's reports until they are settled, also across page loads. Saving is synchronous, because the page
 * may be closed the next moment.
 */
export function createReportStorage() {
  const page = `candor.page.${newEventId()}`;
  let isLocked = false;

  /**
   * Shows other pages that this one is open: the browser releases the lock when the page ends, however it ends. Taken only
   * when needed, because the lock keeps a page out of the browser's back/forward cache. Insecure origins have no locks.
   */
  function holdPageLock(): void {
    if (isLocked || !navigator.locks) return;
    isLocked = true;
    navigator.locks.request(page, () => new Promise(() => {})).catch(console.warn);
  }

  return {
    page,
    holdPageLock,

    /** @returns whether the report is stored. */
    save(report: Report): boolean {
      holdPageLock();
      const thrown = 'thrown' in report ? serializeError(report.thrown) : undefined; // JSON leaves undefined out.
      const stored = { ...report, thrown, page, release };
      return attempt(() => localStorage.setItem(keyPrefix + report.eventId, JSON.stringify(stored)));
    },

    remove: (eventId: string) => attempt(() => localStorage.removeItem(keyPrefix + eventId)),

    /** Whether any page has stored a report. */
    hasAny: () => attempt(() => Object.keys(localStorage).some((key) => key.startsWith(keyPrefix))),
  };
}

/** `false`: the work failed, or returned false. */
function attempt(work: () => boolean | void): boolean {
  try {
    return work() !== false;
  } catch (error) {
    console.warn(error);
    return false;
  }
}
