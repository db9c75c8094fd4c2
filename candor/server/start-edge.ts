import { observeAfterErrors } from '../internals/server/after-errors';
import { reportAfterError } from './after-error';
import { installDigest } from './install-digest';
import { createLog } from './log';
import type { StartSdk } from './sdk-client';
import { installContext } from './server-context';
import { readSettings } from './settings';
import { sharedProcess } from './shared-process';
import { startFailures } from './start-failures';

/**
 * Sets up reporting in the edge runtime, which has a global object of its own beside that of the server process. Its events go
 * the same way as those of the process.
 */
export async function startEdge(startSdk: StartSdk): Promise<void> {
  const settings = readSettings(process.env);
  observeAfterErrors(reportAfterError);
  installDigest();
  // eslint-disable-next-line no-console -- where there is no server process, this runtime's only way out.
  const { log = createLog(console.log), sink } = sharedProcess();
  const failures = await startFailures(startSdk, settings, log, sink);
  installContext({ runtime: 'edge', settings, log, failures });
}
