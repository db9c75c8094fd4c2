import type { Window } from 'happy-dom';
import { onTestFinished } from 'vitest';
import { captureOrphanedReports } from '../../../candor/browser/orphaned-reports';
import type { Report } from '../../../candor/browser/report';
import { createReportStorage, type ReportStorage } from '../../../candor/browser/report-storage';
import type { EventState } from '../../../candor/event-state';
import type { Respond } from '../../support/fake-ingest';
import { waitUntil } from '../../support/wait-until';
import { startSimpleServer } from '../server/simple-server';
import type { installLocks } from './fake-locks';

/** Stores reports from a page that closes before they are settled. */
export function leaveOrphans(locks: ReturnType<typeof installLocks>, ...reports: Report[]): void {
  const storage = createReportStorage();
  for (const report of reports) storage.save(report);
  locks.endPage(storage);
}

/** A server with this response to every request for a state; by default it does not know the event. */
export async function serveStates(respond: Respond = (response) => void response.end('{"state":"unknown"}')) {
  const server = await startSimpleServer();
  server.answer(respond);
  onTestFinished(() => server.close());
  (window as unknown as Window).happyDOM.setURL(`${server.url}/`);
  return server;
}

/** Lets this page claim the orphaned reports, and waits until each is captured or settled. */
export async function takeOrphans(storage: ReportStorage) {
  const captured: Report[] = [];
  const settled: [string, EventState][] = [];
  const before = countOf(storage);
  await captureOrphanedReports(
    storage,
    (report) => captured.push(report),
    (...state) => settled.push(state),
  );
  const claimed = countOf(storage) - before;
  await waitUntil('each to be captured or settled', () => captured.length + settled.length >= claimed);
  captured.sort((one, other) => one.at.getTime() - other.at.getTime());
  return { captured, settled, ids: captured.map(({ eventId }) => eventId) };
}

function countOf({ page }: ReportStorage): number {
  return Object.values({ ...localStorage }).filter((text) => String(text).includes(page)).length;
}
