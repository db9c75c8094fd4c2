import type { Log } from '../log-messages';
import { reportAfterErrors } from './after-errors';
import { installDigest } from './install-digest';
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
  reportAfterErrors();
  installDigest();
  const { log = consoleLog(), sink } = sharedProcess();
  const failures = await startFailures(startSdk, settings, log, sink);
  installContext({ runtime: 'edge', settings, log, failures });
}

/** For an edge runtime without a server process: pino needs a file descriptor. */
function consoleLog(): Log {
  const writeLine = (level: keyof Log) => (fields: object, msg: string) =>
    // eslint-disable-next-line no-console -- elsewhere this runtime's only way out.
    console.log(JSON.stringify({ level, time: new Date().toISOString(), ...fields, msg }));
  return { info: writeLine('info'), warn: writeLine('warn'), error: writeLine('error') };
}
