import type { NodeOptions } from '@sentry/nextjs';
import { createDelivery } from '../_delivery/delivery';
import { createRelay } from '../_delivery/relay';
import { installDigest } from './digest';
import { createLog } from './log';
import { installReporter } from './reporter';
import { createRequestFailed, type CaptureRequestError } from './request-failed';
import { createServerTransport } from './server-transport';
import { readSettings, SettingsError, type Settings } from './settings';

export type StartServerSdk = (options: Pick<NodeOptions, 'dsn' | 'environment' | 'transport'>) => CaptureRequestError;

/** Sets up reporting in a server process, or ends the process with one line when a setting is bad. */
export async function startNode(loadSdk: () => Promise<StartServerSdk>): Promise<void> {
  const { dsn, environment, inboxUrl, examplePage } = settingsOrExit();
  const release = process.env.SENTRY_RELEASE ?? 'unreleased';
  const log = createLog();
  const delivery = dsn && createDelivery({ dsn, relay: createRelay({ timeoutMs: 5_000 }), log });

  installDigest();
  let capture: CaptureRequestError | undefined;
  if (delivery) {
    const startSdk = await loadSdk();
    capture = startSdk({ dsn: dsn.text, environment, transport: () => createServerTransport(delivery) });
  } else {
    log.info('reporting is off');
  }
  const requestFailed = createRequestFailed({ log, environment, release, capture });
  installReporter({ log, delivery, environment, release, inboxUrl, examplePage, requestFailed });
}

function settingsOrExit(): Settings {
  try {
    return readSettings(process.env);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}
