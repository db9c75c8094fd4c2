import type { Transport } from '@sentry/core';
import type { Log } from '../log-messages';
import { release } from '../release';
import { createEdgeTransport } from './edge-transport';
import { reportAfterErrors } from './after-errors';
import { createFailureBudget } from './failure-budget';
import { createFailureReporter, type CaptureFailure } from './failure-reporter';
import { createForwardingClient } from './forwarding-client';
import { installDigest } from './install-digest';
import { isolateRequests } from './scopes';
import { installContext } from './server-context';
import { readSettings } from './settings';
import { sharedLog } from './shared-log';

export type StartEdgeSdk = (options: {
  dsn: string;
  environment: string;
  transport: () => Transport;
}) => CaptureFailure;

/** Sets up reporting in the edge runtime, which has a global object of its own beside that of the server process. */
export function startEdge(startSdk: StartEdgeSdk): void {
  const settings = readSettings(process.env);
  const { dsn, environment } = settings;
  reportAfterErrors();
  installDigest();
  const log: Log = sharedLog() ?? { info: writeLine('info'), warn: writeLine('warn'), error: writeLine('error') };
  const failures = createFailureReporter({
    log,
    environment,
    release,
    capture: dsn && startSdk({ dsn: dsn.text, environment, transport: () => createEdgeTransport(dsn, log) }),
    budget: createFailureBudget(),
    drop: () => {}, // This runtime counts no events; the log line has the reason.
  });
  installContext({ runtime: 'edge', settings, log, failures });
  isolateRequests(createForwardingClient(failures.sdkCalled));
}

/** For an edge runtime without a server process that shares its log: pino needs a file descriptor. */
function writeLine(level: keyof Log) {
  return (fields: object, msg: string) =>
    // eslint-disable-next-line no-console -- elsewhere this runtime's only way out.
    console.log(JSON.stringify({ level, time: new Date().toISOString(), ...fields, msg }));
}
