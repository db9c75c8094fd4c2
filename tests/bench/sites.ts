import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { serverFile } from '../../scripts/build/build-application';
import { buildSite } from './build-site';
import { startServer } from './server';

export const siteNames = ['bare', 'candor', 'wizard'] as const;
export type SiteName = (typeof siteNames)[number];

/** Server files of the three sites, built if need be but for the application's, which the command builds. */
export async function buildSites(): Promise<Record<SiteName, string>> {
  return { bare: await buildSite('bare'), candor: serverFile, wizard: await buildSite('wizard') };
}

const outboxes = join(import.meta.dirname, '../../.bench/outboxes');
let outboxesTaken = 0;

/** The application with a fresh outbox, and with no limit to its failures on purpose. An empty DSN: reporting is off. */
export async function startCandor(dsn: string) {
  const OUTBOX_DIR = join(outboxes, String(outboxesTaken++));
  await rm(OUTBOX_DIR, { recursive: true, force: true }); // Of a run that was stopped.
  const limits = { FAILURES_PER_MINUTE: '999999', BROWSER_EVENTS_PER_HOUR: '999999' };
  const server = await startServer(serverFile, { SENTRY_DSN: dsn, OUTBOX_DIR, ...limits });
  return {
    ...server,
    async end() {
      await server.end();
      await rm(OUTBOX_DIR, { recursive: true, force: true });
    },
  };
}
