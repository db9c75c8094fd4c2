import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'playwright/test';
import { startProcess, type Application } from '../support/application';
import { startFakeIngest, type FakeIngest } from '../support/fake-ingest';

export type Site = Application & { ingest: FakeIngest };

/** Starts an application as Next's documentation says, and a service that it reports to. Both end with the function. */
export async function whileServed(
  by: 'start' | 'standalone',
  folder: string,
  task: (site: Site) => Promise<void>,
): Promise<void> {
  const standalone = join(folder, '.next/standalone');
  if (by === 'standalone')
    await cp(join(folder, '.next/static'), join(standalone, '.next/static'), { recursive: true });
  const [args, cwd] =
    by === 'start' ? [['node_modules/next/dist/bin/next', 'start'], folder] : [['server.js'], standalone];
  const ingest = await startFakeIngest();
  const application = await startProcess(() => args, { NODE_ENV: 'production', SENTRY_DSN: ingest.dsn }, cwd);
  try {
    await task({ ...application, ingest });
  } finally {
    const { stdout, stderr } = application.output;
    await test.info().attach('output', { body: stdout + stderr });
    await application.stop();
    await ingest.close();
  }
}
