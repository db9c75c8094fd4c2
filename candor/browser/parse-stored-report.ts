import { isRecord } from '../is-record';
import type { Report } from './report';
import type { StoredReport } from './report-storage';
import type { SerializedError } from './serialize-error';

/** Throws when the text is not a report of ours: localStorage belongs to every script of this origin. */
export function parseStoredReport(text: string): StoredReport {
  const value: unknown = JSON.parse(text);
  if (!isStoredReport(value)) throw new TypeError('The stored value is not a report.');
  return value;
}

export function deserialize(stored: StoredReport): Report {
  const at = new Date(Math.min(Date.parse(stored.at), Date.now())); // The clock may have been set back since.
  const report = { ...stored, at, madeAt: undefined, isStored: true };
  return 'thrown' in stored ? { ...report, thrown: deserializeError(stored.thrown) } : report;
}

function deserializeError(thrown: SerializedError): unknown {
  if ('text' in thrown) return thrown.text;
  const { name, message, stack, cause } = thrown;
  return Object.assign(new Error(message, cause && { cause: deserializeError(cause) }), { name, stack });
}

function isStoredReport(value: unknown): value is StoredReport {
  if (!isRecord(value)) return false;
  const { eventId, at, page, url, release } = value;
  if (![eventId, at, page, url, release].every(isString) || Number.isNaN(Date.parse(String(at)))) return false;
  if ('words' in value) return isString(value.about) && isString(value.words);
  const { breadcrumbs, scopes, thrown, noticedBy, componentStack } = value;
  if (!Array.isArray(breadcrumbs) || !(scopes === undefined || Array.isArray(scopes))) return false;
  if ('event' in value) return isRecord(value.event);
  return isSerializedError(thrown) && isString(noticedBy) && (componentStack === undefined || isString(componentStack));
}

function isSerializedError(value: unknown): value is SerializedError {
  if (!isRecord(value)) return false;
  const { text, name, message, stack, cause } = value;
  if ('text' in value) return isString(text);
  return (
    isString(name) &&
    isString(message) &&
    (stack === undefined || isString(stack)) &&
    (cause === undefined || isSerializedError(cause))
  );
}

function isString(value: unknown): value is string {
  return typeof value === 'string';
}
