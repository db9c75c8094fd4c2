import type { EventState } from '../shared/event-state.js';
import { followEventState } from './follow-event-state.js';
import type { InFlightReports } from './in-flight-reports.js';
import { parseStoredReport, type ReportOfPage } from './parse-stored-report.js';
import { removeReport } from './remove-report.js';
import type { CaptureReport } from './report.js';
import type { ReportStorage } from './report-storage.js';

const maxClaimed = 200;

/** Captures reports left by closed pages, except those that the server already has: only its response was lost. */
export async function captureOrphanedReports(
  storage: ReportStorage,
  capture: CaptureReport,
  settle: InFlightReports['settle'],
): Promise<void> {
  for (const orphan of await claimOrphanedReports(storage)) {
    void pollUntilSettled(orphan.eventId).then((event) => {
      if (event.state === 'unknown' || event.state === 'sending') capture(orphan);
      else settle(orphan.eventId, event);
    });
  }
}

export async function removeOrphanedReports(storage: ReportStorage): Promise<void> {
  for (const { eventId } of await claimOrphanedReports(storage)) removeReport(storage, eventId);
}

/** Polls while the server is sending the event, for 30 s at most. `unknown`: this server does not have it. */
async function pollUntilSettled(eventId: string): Promise<EventState> {
  let latest: EventState = { state: 'unknown' };
  const settled = new AbortController();
  const onState = (event: EventState) => {
    latest = event;
    if (event.state !== 'sending') settled.abort();
  };
  await followEventState(eventId, onState, settled.signal);
  return latest;
}

/**
 * Makes this page the owner of the reports that closed pages have left, oldest first. A lock shows other pages that this one is open: the
 * browser releases it when the page ends, however it ends. The lock keeps a page out of the back/forward cache, so a page that has
 * nothing to report holds none.
 */
async function claimOrphanedReports(storage: ReportStorage): Promise<ReportOfPage[]> {
  if (!storage.hasAny()) return [];
  // Insecure origins have no locks. A report that two open pages send has one id, by which services keep one of the two.
  if (!navigator.locks) return claim(storage, new Set());
  navigator.locks.request(storage.page, () => new Promise(() => {})).catch(console.warn);
  // One page at a time, so that only one of two starting pages claims a report.
  return navigator.locks.request(`${storage.keyPrefix}claiming`, async () => {
    const { held = [], pending = [] } = await navigator.locks.query();
    return claim(storage, new Set([...held, ...pending].map(({ name }) => name)));
  });
}

function claim(storage: ReportStorage, openPages: Set<string | undefined>): ReportOfPage[] {
  const orphans = Object.keys(localStorage)
    .filter((key) => key.startsWith(storage.keyPrefix))
    .flatMap((key) => readOrRemove(storage, key) ?? [])
    .filter(({ page }) => page !== storage.page && !openPages.has(page))
    .sort((one, other) => one.at.getTime() - other.at.getTime());
  const claimed = orphans.slice(-maxClaimed);
  for (const orphan of orphans) {
    // One that could not be claimed may be sent by another page too.
    if (claimed.includes(orphan)) storage.save(orphan);
    else removeReport(storage, orphan.eventId);
  }
  return claimed;
}

/** Removes a stored value that is not a report, or is stored under another report's key. */
function readOrRemove({ keyPrefix }: ReportStorage, key: string): ReportOfPage | undefined {
  try {
    const report = parseStoredReport(localStorage.getItem(key) ?? '');
    if (keyPrefix + report.eventId !== key) throw new TypeError('The stored report has the key of another.');
    return report;
  } catch (error) {
    console.warn('A stored report could not be read and was removed.', error);
    localStorage.removeItem(key);
    return undefined;
  }
}
