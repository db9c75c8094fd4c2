import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { serverFile as ownServerFile } from '../../scripts/build/build-application';
import { sourcesFolder } from '../../candor/src/shared/sources-folder';
import { manyFailures } from '../support/application';
import { startServer, type Server } from './server';

const benchFolder = join(import.meta.dirname, '../../.bench');

/** An outbox of its own, empty. */
async function createOutboxFolder(): Promise<string> {
  const folder = join(benchFolder, 'outboxes');
  await mkdir(folder, { recursive: true });
  return mkdtemp(join(folder, 'of-'));
}

type Start = {
  dsn: string;
  outbox?: string;
  isPinned?: boolean;
  settings?: Record<string, string>;
  serverFile?: string;
};

/**
 * The application, with no limit to its failures on purpose.
 * @param dsn empty: reporting is off
 * @param outbox it is removed at the end
 * @param serverFile of another build
 */
export async function startCandor({
  dsn,
  outbox,
  isPinned,
  settings,
  serverFile = ownServerFile,
}: Start): Promise<Server> {
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

/** A copy of the application's build that reads no source maps, as one with `sourceMaps: false`; its server file. */
export async function copyWithoutMaps(): Promise<string> {
  const folder = join(benchFolder, 'without-maps');
  await rm(folder, { recursive: true, force: true });
  await mkdir(benchFolder, { recursive: true });
  await promisify(execFile)('cp', ['-a', dirname(ownServerFile), folder]);
  await rm(join(folder, '.next', sourcesFolder), { recursive: true }); // Without `force`: it has to be there.
  return join(folder, 'server.js');
}

/** What the application says of its delivery. */
export async function deliveryOf({ url }: Server): Promise<{ queued: number; dropped: object }> {
  const response = await fetch(`${url}/monitoring`);
  return ((await response.json()) as { delivery: { queued: number; dropped: object } }).delivery;
}
