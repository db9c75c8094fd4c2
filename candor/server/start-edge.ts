import type { Client } from '@sentry/core';
import type { Log } from '../log-messages';
import { release } from '../release';
import { createEdgeTransport } from './edge-transport';
import { reportAfterErrors } from './after-errors';
import { createFailureBudget } from './failure-budget';
import { captureWithClient } from './capture';
import { createFailureReporter, type CaptureFailure } from './failure-reporter';
import { createForwardingClient } from './forwarding-client';
import { installDigest } from './install-digest';
import { isolateRequests } from './scopes';
import type { SdkSettings } from './sdk-client';
import { installContext } from './server-context';
import { readSettings } from './settings';
import { sharedLog } from './shared-log';

/** Sets up reporting in the edge runtime, which has a global object of its own beside that of the server process. */
export function startEdge(startSdk: (settings: SdkSettings) => Client): void {
  const settings = readSettings(process.env);
  const { dsn, environment } = settings;
  reportAfterErrors();
  installDigest();
  const log: Log = sharedLog() ?? { info: writeLine('info'), warn: writeLine('warn'), error: writeLine('error') };
  const client = startSdk({
    environment,
    ...(dsn && { dsn: dsn.text, transport: () => createEdgeTransport(dsn, log) }),
  });
  const failures = createFailureReporter({
    log,
    environment,
    release,
    capture: dsn && captureAndSend(client),
    budget: createFailureBudget(),
    drop: () => {}, // This runtime counts no events; the log line has the reason.
  });
  installContext({ runtime: 'edge', settings, log, failures });
  isolateRequests(createForwardingClient(client, failures.sdkCalled));
}

/** Each event is sent before the hook returns: the runtime may end with the request. */
function captureAndSend(client: Client): CaptureFailure {
  const capture = captureWithClient(client);
  return async (...failure) => {
    await capture(...failure);
    await client.flush(2_000);
  };
}

/** For an edge runtime without a server process that shares its log: pino needs a file descriptor. */
function writeLine(level: keyof Log) {
  return (fields: object, msg: string) =>
    // eslint-disable-next-line no-console -- elsewhere this runtime's only way out.
    console.log(JSON.stringify({ level, time: new Date().toISOString(), ...fields, msg }));
}
