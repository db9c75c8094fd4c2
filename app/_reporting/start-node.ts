import type { NodeOptions } from '@sentry/nextjs';
import { createAdmission } from '../_delivery/admission';
import { createDelivery } from '../_delivery/delivery';
import { createOutbox } from '../_delivery/outbox';
import { createRelay } from '../_delivery/relay';
import { createTunnel } from '../_delivery/tunnel';
import { installDigest } from './digest';
import { createFailureLimit } from './failure-limit';
import { createFailureReporter, type Capture } from './failures';
import { createLog } from './log';
import { finishBeforeExit } from './finish-before-exit';
import { maskOutput } from './mask-output';
import { release } from './release';
import { installReporter } from './reporter';
import { createServerTransport } from './server-transport';
import { readSettings, SettingsError, type Settings } from './settings';
import { watchProcess } from './watch-process';

export type StartServerSdk = (options: Pick<NodeOptions, 'dsn' | 'environment' | 'transport'>) => Capture;

/** Sets up reporting in a server process, or ends the process with one line when a setting is bad. */
export async function startNode(loadSdk: () => Promise<StartServerSdk>): Promise<void> {
  const { dsn, environment, inboxUrl, examplePage, failuresPerMinute, outboxDir, trustedProxyHops } = settingsOrExit();
  const log = createLog();
  maskOutput(process.stdout, process.stderr);
  installDigest();
  const failureLimit = createFailureLimit({ perMinute: failuresPerMinute, log });
  const common = { log, environment, release };

  if (dsn === undefined) {
    log.info({}, 'reporting is off');
    const failures = createFailureReporter({ ...common, capture: undefined });
    watchProcess(failures);
    installReporter({
      ...common,
      delivery: undefined,
      tunnel: undefined,
      inboxUrl,
      examplePage,
      failureLimit,
      failures,
    });
    return;
  }

  const outbox = createOutbox(outboxDir, { bytes: 64 * 1024 * 1024, envelopes: 10_000, ageMs: 30 * 24 * 3_600_000 });
  const delivery = createDelivery({ dsn, relay: createRelay({ timeoutMs: 5_000 }), outbox, log });
  const admission = createAdmission({ atOnce: 64, perSecond: 200, perClientPerSecond: 20 });
  const tunnel = createTunnel({ delivery, log, admission, trustedProxyHops });

  const startSdk = await loadSdk();
  const captureNow = startSdk({ dsn: dsn.text, environment, transport: () => createServerTransport(delivery) });
  const capture: Capture = (...failure) => {
    const [, eventId] = failure;
    const kept = delivery.expect(eventId);
    void captureNow(...failure);
    return kept;
  };
  const failures = createFailureReporter({ ...common, capture });
  watchProcess(failures);
  await delivery.start();
  finishBeforeExit(() => delivery.stop());
  installReporter({ ...common, delivery, tunnel, inboxUrl, examplePage, failureLimit, failures });
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
