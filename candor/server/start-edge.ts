import type { Transport } from '@sentry/core';
import { createEdgeTransport } from './edge-transport';
import { createFailureBudget } from './failure-budget';
import { createFailureLimit } from '../../app/sentry-example-page/failure-limit';
import { createFailureReporter, type Capture } from './failure-reporter';
import { installDigest } from './install-digest';
import type { Log } from '../log-messages';
import { release } from '../release';
import { installReporter } from './server-context';
import { readSettings } from './settings';
import { sharedLog } from './shared-log';

export type StartEdgeSdk = (options: { dsn: string; environment: string; transport: () => Transport }) => Capture;

/** Sets up reporting in the edge runtime, which is a world of its own beside the server process. */
export function startEdge(startSdk: StartEdgeSdk): void {
  const { dsn, environment, inboxUrl, examplePage, failuresPerMinute } = readSettings(process.env);

  installDigest();
  const log: Log = sharedLog() ?? { info: writeLine('info'), warn: writeLine('warn'), error: writeLine('error') };
  const capture = dsn && startSdk({ dsn: dsn.text, environment, transport: () => createEdgeTransport(dsn, log) });
  const failures = createFailureReporter({
    log,
    environment,
    release,
    capture,
    budget: createFailureBudget(),
    drop: () => {}, // Nobody counts here: the line says it.
  });
  installReporter({
    log,
    delivery: undefined,
    tunnel: undefined,
    environment,
    release,
    inboxUrl,
    examplePage,
    failureLimit: createFailureLimit({ perMinute: failuresPerMinute, log }),
    failures,
    rejections: undefined,
    answers: undefined,
  });
}

/** For where no server process shares its log: pino needs a file descriptor, and this runtime has none. */
function writeLine(level: keyof Log) {
  return (fields: object, msg: string) =>
    // eslint-disable-next-line no-console -- elsewhere this runtime's only way out.
    console.log(JSON.stringify({ level, time: new Date().toISOString(), ...fields, msg }));
}
