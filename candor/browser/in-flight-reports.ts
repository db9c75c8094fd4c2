import type { BrowserOutbox } from './report-storage';
import type { Report, SetState } from './reporter';
import type { EventState } from '../event-state';

/** Told of what becomes of an event. `undefined`: there was no answer, so it will be asked again. */
export type Answered = (eventId: string, event: EventState | undefined) => void;

/** The reports that the SDK has, until it is known what became of them: only then they leave the outbox. */
export function createReportsInHand(outbox: BrowserOutbox, setState: SetState) {
  const reports = new Map<string, Report>();

  const answered: Answered = (eventId, event) => {
    const report = reports.get(eventId);
    if (event === undefined) return setState(eventId, { state: report?.isKept ? 'queued' : 'sending' });
    outbox.remove(eventId);
    reports.delete(eventId);
    const afterMs = report?.madeAt === undefined ? {} : { afterMs: Math.round(performance.now() - report.madeAt) };
    setState(eventId, event.state === 'sent' ? { ...event, ...afterMs } : event);
  };

  return { take: (report: Report) => void reports.set(report.eventId, report), answered };
}
