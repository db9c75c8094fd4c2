import type { EventState } from '../shared/event-state.js';
import { removeReport } from './remove-report.js';
import type { Report, SetState } from './report.js';
import type { ReportStorage } from './report-storage.js';

export type InFlightReports = ReturnType<typeof createInFlightReports>;

/** The reports that the SDK is sending. Each stays in the storage until it is settled. */
export function createInFlightReports(storage: ReportStorage, setState: SetState) {
  const reports = new Map<string, Report>();

  return {
    add(report: Report): void {
      reports.set(report.eventId, report);
    },

    /** A request failed for now and will be repeated. */
    defer(eventId: string): void {
      setState(eventId, { state: reports.get(eventId)?.isStored ? 'queued' : 'sending' });
    },

    /** The server has the event, or will never have it: the report leaves the storage. */
    settle(eventId: string, event: EventState): void {
      const { at } = reports.get(eventId) ?? {};
      removeReport(storage, eventId);
      reports.delete(eventId);
      // The clock may have been set back since.
      const afterMs = at && Math.max(0, Date.now() - at.getTime());
      setState(eventId, event.state === 'sent' ? { ...event, ...(afterMs !== undefined && { afterMs }) } : event);
    },
  };
}
