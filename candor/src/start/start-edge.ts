import { observeAfterErrors } from '../internals/server/after-errors.js';
import { installDigest } from '../failures/install-digest.js';
import { createLog } from './log.js';
import type { SdkOptions } from '../shared/define-sdk-options.js';
import type { StartSdk } from '../sdk/sdk-client.js';
import { installContext, serverContext } from './server-context.js';
import { readSettings } from './settings.js';
import { sharedProcess } from './shared-process.js';
import { startFailures } from './start-failures.js';

/** The edge runtime has a global object of its own beside that of the server process. Its events go the same way. */
export async function startEdge(startSdk: StartSdk, options: SdkOptions): Promise<void> {
  const settings = readSettings(process.env);
  observeAfterErrors((thrown) => serverContext().failures.afterFailed(thrown));
  installDigest();
  // eslint-disable-next-line no-console -- where there is no server process, this runtime's only way out.
  const { log = createLog(console.log), sink } = sharedProcess();
  const failures = await startFailures(startSdk, settings, log, sink, options);
  installContext({ runtime: 'edge', settings, log, failures });
}
