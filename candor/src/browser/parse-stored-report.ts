import { isRecord } from '../shared/is-record.js';
import type { Report } from './report.js';
import type { StoredReport } from './report-storage.js';
import type { SerializedError } from './serialize-error.js';

/** A report, and the page that owns it. */
export type ReportOfPage = Report & { page: string };

const unreadable = 'An unreadable object';

/** Throws when the text is not a report of ours: localStorage belongs to every script of this origin. */
export function parseStoredReport(text: string): ReportOfPage {
  const stored: unknown = JSON.parse(text);
  if (!isStoredReport(stored)) throw new TypeError('The stored value is not a report.');
  const at = new Date(Math.min(Date.parse(stored.at), Date.now())); // The clock may have been set back since.
  const report = { ...stored, at, isStored: true };
  return 'thrown' in stored ? { ...report, thrown: deserializeError(stored.thrown) } : report;
}

function deserializeError(thrown: SerializedError): unknown {
  if ('text' in thrown) return thrown.text;
  if (!('message' in thrown)) {
    if (thrown.of !== undefined) return `${thrown.of.replace(/[?#][^]*/, '')} could not be loaded`;
    return thrown.keys === undefined ? unreadable : `An object with the keys ${thrown.keys}`;
  }
  const { name, message, stack, cause } = thrown;
  return Object.assign(new Error(message, cause && { cause: deserializeError(cause) }), { name, stack });
}

/** A wrong value in any other field leads at worst to a report of which no event can be made. */
function isStoredReport(value: unknown): value is StoredReport {
  if (!isRecord(value)) return false;
  const { eventId, at, page, url, release } = value;
  return (
    [eventId, at, page, url, release].every((field) => typeof field === 'string') && !isNaN(Date.parse(String(at)))
  );
}
