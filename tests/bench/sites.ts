import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { serverFile } from '../../scripts/build/build-application';
import { manyFailures } from '../support/application';
import { startServer, type Server } from './server';

const outboxes = join(import.meta.dirname, '../../.bench/outboxes');
let outboxesTaken = 0;

/** An outbox of its own, empty. */
export async function createOutboxFolder(): Promise<string> {
  const folder = join(outboxes, String(outboxesTaken++));
  await rm(folder, { recursive: true, force: true }); // Of a run that was stopped.
  return folder;
}

type Start = { dsn: string; outbox?: string; isPinned?: boolean; settings?: Record<string, string> };

/**
 * The application, with no limit to its failures on purpose.
 * @param dsn empty: reporting is off
 * @param outbox it is removed at the end
 */
export async function startCandor({ dsn, outbox, isPinned, settings }: Start): Promise<Server> {
  const OUTBOX_DIR = outbox ?? (await createOutboxFolder());
  const allSettings = { SENTRY_DSN: dsn, OUTBOX_DIR, ...manyFailures, ...settings };
  const server = await startServer({ serverFile, settings: allSettings, isPinned });
  return {
    ...server,
    async end() {
      await server.end();
      await rm(OUTBOX_DIR, { recursive: true, force: true });
    },
  };
}

/** What the application says of its delivery. */
export async function deliveryOf({ url }: Server): Promise<{ queued: number; dropped: object }> {
  const response = await fetch(`${url}/monitoring`);
  return ((await response.json()) as { delivery: { queued: number; dropped: object } }).delivery;
}
