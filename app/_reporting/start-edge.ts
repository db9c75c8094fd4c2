import type { VercelEdgeOptions } from '@sentry/nextjs';
import { installDigest } from './digest';
import { createLog } from './log';
import { installReporter } from './reporter';
import { createRequestFailed, type CaptureRequestError } from './request-failed';
import { readSettings } from './settings';

export type StartEdgeSdk = (options: Pick<VercelEdgeOptions, 'dsn' | 'environment'>) => CaptureRequestError;

/** Sets up reporting in the edge runtime, which is a world of its own beside the server process. */
export function startEdge(startSdk: StartEdgeSdk): void {
  const { dsn, environment, inboxUrl, examplePage } = readSettings(process.env);
  const release = process.env.SENTRY_RELEASE ?? 'unreleased';
  // eslint-disable-next-line no-console -- this runtime's only way to standard output.
  const log = createLog({ write: (line) => console.log(line.trimEnd()) });

  installDigest();
  const capture = dsn && startSdk({ dsn: dsn.text, environment });
  const requestFailed = createRequestFailed({ log, environment, release, capture });
  installReporter({ log, delivery: undefined, environment, release, inboxUrl, examplePage, requestFailed });
}
