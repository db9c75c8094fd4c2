import { isRecord } from '../shared/is-record.js';
import type { Report } from './report.js';
import type { ReportStorage, StoredReport } from './report-storage.js';
import type { SerializedError } from './serialize-error.js';

const maxClaimed = 200;

/** Shows other pages by a lock that this one is open. It keeps a page out of the back/forward cache, so only one that reports has it. */
export function holdReports(storage: ReportStorage): void {
  const untilItEnds = (lock: unknown) => lock && new Promise(() => {}); // It may be held already.
  navigator.locks?.request(storage.page, { ifAvailable: true }, untilItEnds).catch(console.warn);
}

/** Makes this page the owner of the reports that closed pages have left, oldest first. */
export async function claimReports(storage: ReportStorage): Promise<Report[]> {
  if (!storage.hasAny()) return [];
  // Insecure origins have no locks. Services keep one of two events with the same id.
  if (!navigator.locks) return claim(storage, []);
  return navigator.locks.request(`${storage.keyPrefix}claiming`, async () => {
    const { held = [] } = await navigator.locks.query();
    const openPages = held.map(({ name }) => name);
    return claim(storage, openPages);
  });
}

function claim(storage: ReportStorage, openPages: (string | undefined)[]): Report[] {
  const orphans = Object.keys(localStorage)
    .filter((key) => key.startsWith(storage.keyPrefix))
    .flatMap((key) => readOrRemove(key, storage) ?? [])
    .filter(({ page }) => page !== storage.page && !openPages.includes(page))
    .sort((one, other) => one.at.getTime() - other.at.getTime());
  for (const { eventId } of orphans.slice(0, -maxClaimed)) localStorage.removeItem(storage.keyPrefix + eventId);
  const claimed = orphans.slice(-maxClaimed);
  for (const orphan of claimed) storage.save(orphan);
  return claimed;
}

function readOrRemove(key: string, { keyPrefix }: ReportStorage): (Report & { page: string }) | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '');
    if (!isStoredReport(stored) || keyPrefix + stored.eventId !== key) throw new TypeError('It is not a report.');
    const at = new Date(Math.min(Date.parse(stored.at), Date.now())); // The clock may have been set back since.
    const report = { ...stored, at, isStored: true };
    return 'thrown' in stored ? { ...report, thrown: deserializeError(stored.thrown) } : report;
  } catch (error) {
    console.warn('A stored report could not be read and was removed.', error);
    localStorage.removeItem(key);
    return undefined;
  }
}

/** localStorage belongs to every script of this origin. A wrong value in another field at worst makes a report without an event. */
function isStoredReport(value: unknown): value is StoredReport {
  const { eventId, at, page, url, release } = isRecord(value) ? value : {};
  return (
    [eventId, at, page, url, release].every((field) => typeof field === 'string') && !isNaN(Date.parse(String(at)))
  );
}

function deserializeError(thrown: SerializedError): unknown {
  if ('text' in thrown) return thrown.text;
  if (!('message' in thrown)) {
    if (thrown.of !== undefined) return `${thrown.of.replace(/[?#][^]*/, '')} could not be loaded`;
    return thrown.keys === undefined ? 'An unreadable object' : `An object with the keys ${thrown.keys}`;
  }
  const { name, message, stack, cause } = thrown;
  return Object.assign(new Error(message, cause && { cause: deserializeError(cause) }), { name, stack });
}
