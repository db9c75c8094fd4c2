import { attempt } from '../internals/browser/patch.js';
import type { ReportStorage } from './report-storage.js';

/** Removes a report from this browser's storage, if it can be used. */
export function removeReport({ keyPrefix }: ReportStorage, eventId: string): void {
  attempt(undefined, () => localStorage.removeItem(keyPrefix + eventId));
}
