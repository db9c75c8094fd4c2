import type { NodeOptions } from '@sentry/nextjs';
import { createDelivery } from '../_delivery/delivery';
import { createRelay } from '../_delivery/relay';
import { installDigest } from './digest';
import { createFailureReporter, type Capture } from './failures';
import { createLog } from './log';
import { installReporter } from './reporter';
import { createServerTransport } from './server-transport';
import { readSettings, SettingsError, type Settings } from './settings';
import { watchProcess } from './watch-process';

export type StartServerSdk = (options: Pick<NodeOptions, 'dsn' | 'environment' | 'transport'>) => Capture;

/** Sets up reporting in a server process, or ends the process with one line when a setting is bad. */
export async function startNode(loadSdk: () => Promise<StartServerSdk>): Promise<void> {
  const { dsn, environment, inboxUrl, examplePage } = settingsOrExit();
  const release = process.env.SENTRY_RELEASE ?? 'unreleased';
  const log = createLog();
  const delivery = dsn && createDelivery({ dsn, relay: createRelay({ timeoutMs: 5_000 }), log });

  installDigest();
  let capture: Capture | undefined;
  if (delivery) {
    const startSdk = await loadSdk();
    const captureNow = startSdk({ dsn: dsn.text, environment, transport: () => createServerTransport(delivery) });
    capture = (thrown, eventId, circumstances) => {
      delivery.expect(eventId); // So that the visitor who asks at once hears of it: the SDK takes its time.
      captureNow(thrown, eventId, circumstances);
    };
  } else {
    log.info({}, 'reporting is off');
  }
  const failures = createFailureReporter({ log, environment, release, capture });
  watchProcess(failures);
  installReporter({ log, delivery, environment, release, inboxUrl, examplePage, failures });
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
