import type { EventState } from '../event-state';
import { attempt } from './attempt';
import { followEventState } from './follow-event-state';
import type { InFlightReports } from './in-flight-reports';
import { deserialize, parseStoredReport } from './parse-stored-report';
import type { CaptureReport } from './report';
import type { ReportStorage, StoredReport } from './report-storage';

type OrphanedReport = ReturnType<typeof deserialize>;

const maxClaimed = 200;
const maxAgeMs = 30 * 24 * 3_600_000;
// Without locks no page knows which others are open: a report of this age counts as orphaned.
const orphanedAfterMs = 5 * 60_000;

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
  for (const { eventId } of await claimOrphanedReports(storage)) storage.remove(eventId);
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

/** Makes this page the owner of the reports that closed pages have left. Oldest first. */
async function claimOrphanedReports(storage: ReportStorage): Promise<OrphanedReport[]> {
  if (!storage.hasAny()) return [];
  storage.holdPageLock();
  // A report from the future was stored before the clock was set back.
  if (!navigator.locks) {
    return claim(storage, ({ at }) => Math.abs(Date.now() - Date.parse(at)) < orphanedAfterMs);
  }
  // One page at a time, so that only one of two starting pages claims a report.
  return navigator.locks.request(`${storage.keyPrefix}claiming`, async () => {
    const { held = [], pending = [] } = await navigator.locks.query();
    const openPages = new Set([...held, ...pending].map(({ name }) => name));
    return claim(storage, ({ page }) => openPages.has(page));
  });
}

function claim(storage: ReportStorage, hasOpenPage: (stored: StoredReport) => boolean): OrphanedReport[] {
  const orphans = Object.keys(localStorage)
    .filter((key) => key.startsWith(storage.keyPrefix))
    .flatMap((key) => readOrRemove(storage, key) ?? [])
    .filter(({ stored }) => stored.page !== storage.page && !hasOpenPage(stored))
    .sort((one, other) => one.report.at.getTime() - other.report.at.getTime());
  const isRecent = ({ report }: (typeof orphans)[number]) => report.at.getTime() + maxAgeMs > Date.now();
  const claimed = orphans.slice(-maxClaimed).filter(isRecent);
  for (const orphan of orphans) {
    const { stored } = orphan;
    const own = JSON.stringify({ ...stored, page: storage.page });
    // One that could not be claimed may be sent by another page too.
    if (claimed.includes(orphan)) attempt(() => localStorage.setItem(storage.keyPrefix + stored.eventId, own));
    else storage.remove(stored.eventId);
  }
  return claimed.map(({ report }) => report);
}

/** Removes a stored value that is not a report, or is stored under another report's key. */
function readOrRemove(
  { keyPrefix }: ReportStorage,
  key: string,
): { stored: StoredReport; report: OrphanedReport } | undefined {
  try {
    const stored = parseStoredReport(localStorage.getItem(key) ?? '');
    if (keyPrefix + stored.eventId !== key) throw new TypeError('The stored report has the key of another.');
    return { stored, report: deserialize(stored) };
  } catch (error) {
    console.warn('A stored report could not be read and was removed.', error);
    localStorage.removeItem(key);
    return undefined;
  }
}
