import type { Window } from 'happy-dom';
import { onTestFinished } from 'vitest';
import { captureLeftovers } from '../../../candor/browser/orphaned-reports';
import { createBrowserOutbox, type BrowserOutbox } from '../../../candor/browser/report-storage';
import type { Report } from '../../../candor/browser/reporter';
import type { EventState } from '../../../candor/event-state';
import type { Respond } from '../../support/fake-ingest';
import { waitUntil } from '../../support/wait-until';
import type { installLocks } from './fake-locks';
import { startSimpleServer } from '../server/simple-server';

/** What a page has kept that ended before anything became of it. */
export function leave(locks: ReturnType<typeof installLocks>, ...reports: Report[]): void {
  const outbox = createBrowserOutbox();
  for (const report of reports) outbox.keep(report);
  locks.endPage(outbox);
}

/** A server that says this of every event: by default, that it does not know it. */
export async function answerFates(respond: Respond = (response) => void response.end('{"state":"unknown"}')) {
  const server = await startSimpleServer();
  server.answer(respond);
  onTestFinished(() => server.close());
  (window as unknown as Window).happyDOM.setURL(`${server.url}/`);
  return server;
}

/** Lets this page take what is left, and waits until each is captured or its fate is told. */
export async function takeLeftovers(outbox: BrowserOutbox) {
  const captured: (Report & { release?: string })[] = [];
  const told: [string, EventState | undefined][] = [];
  const before = countOf(outbox);
  await captureLeftovers(
    outbox,
    (report) => captured.push(report),
    (...fate) => told.push(fate),
  );
  const taken = countOf(outbox) - before;
  await waitUntil('the fate of each', () => captured.length + told.length >= taken);
  captured.sort((one, other) => one.at.getTime() - other.at.getTime());
  return { captured, told, ids: captured.map(({ eventId }) => eventId) };
}

function countOf({ page }: BrowserOutbox): number {
  return Object.values({ ...localStorage }).filter((text) => String(text).includes(page)).length;
}
