import type { Transport } from '@sentry/core';
import { createAdmission } from '../_delivery/admission';
import { createDelivery, type Delivery } from '../_delivery/delivery';
import { createOutbox } from '../_delivery/outbox';
import { createRelay } from '../_delivery/relay';
import { createTunnel } from '../_delivery/tunnel';
import { installDigest } from './digest';
import { createFailureLimit } from './failure-limit';
import { createFailureReporter, type Capture } from './failures';
import { createLog } from './log';
import { finishBeforeExit } from './finish-before-exit';
import { maskOutput } from './mask-output';
import { watchOpenAnswers } from './open-answers';
import { watchOpenConnections } from './open-connections';
import { release } from './release';
import { installReporter } from './reporter';
import { createServerTransport } from './server-transport';
import { readSettings, SettingsError, type Settings } from './settings';
import { shareLog } from './shared-log';
import { watchProcess } from './watch-process';

export type StartServerSdk = (options: { dsn: string; environment: string; transport: () => Transport }) => Capture;

/**
 * Sets up reporting in a server process, or ends the process with one line when a setting is bad. The SDK is loaded at
 * the first failure: a server that has none does not carry it.
 */
export async function startNode(loadSdk: () => Promise<StartServerSdk>): Promise<void> {
  const { dsn, environment, inboxUrl, examplePage, failuresPerMinute, outboxDir, trustedProxyHops } = settingsOrExit();
  const log = createLog();
  shareLog(log);
  maskOutput(process.stdout, process.stderr);
  installDigest();
  const failureLimit = createFailureLimit({ perMinute: failuresPerMinute, log });
  const common = { log, environment, release };
  const endConnections = watchOpenConnections();

  if (dsn === undefined) {
    log.info({}, 'reporting is off');
    const failures = createFailureReporter({ ...common, capture: undefined });
    watchProcess(failures);
    finishBeforeExit(async () => endConnections());
    installReporter({
      ...common,
      delivery: undefined,
      tunnel: undefined,
      inboxUrl,
      examplePage,
      failureLimit,
      failures,
      answers: watchOpenAnswers(),
    });
    return;
  }

  const outbox = createOutbox(outboxDir, { bytes: 64 * 1024 * 1024, envelopes: 10_000, ageMs: 30 * 24 * 3_600_000 });
  const delivery = createDelivery({ dsn, relay: createRelay({ timeoutMs: 5_000 }), outbox, log });
  const admission = createAdmission({ atOnce: 64, perSecond: 200, perClientPerSecond: 20 });
  const tunnel = createTunnel({ delivery, log, admission, trustedProxyHops });

  const startSdk = async () => {
    const start = await loadSdk();
    return start({ dsn: dsn.text, environment, transport: () => createServerTransport(delivery) });
  };
  const capture = captureLate(startSdk, delivery);
  const failures = createFailureReporter({ ...common, capture });
  watchProcess(failures);
  await delivery.start();
  finishBeforeExit(() => {
    endConnections();
    return delivery.stop();
  });
  const answers = watchOpenAnswers();
  installReporter({ ...common, delivery, tunnel, inboxUrl, examplePage, failureLimit, failures, answers });
}

/** Captures with the SDK once it is there; resolves when the event is kept. What cannot be captured is told as dropped. */
export function captureLate(
  startSdk: () => Promise<Capture>,
  delivery: Pick<Delivery, 'announce' | 'expect' | 'giveUp'>,
): (...failure: Parameters<Capture>) => Promise<void> {
  let started: Promise<Capture> | undefined;

  async function start(): Promise<Capture> {
    try {
      return await (started ??= startSdk());
    } catch (error) {
      started = undefined; // The next failure tries again.
      throw error;
    }
  }

  return async (...failure) => {
    const [, eventId] = failure;
    const starting = start();
    delivery.announce(eventId, starting);
    try {
      const captureNow = await starting;
      const kept = delivery.expect(eventId);
      void captureNow(...failure);
      return await kept;
    } catch (error) {
      delivery.giveUp(eventId, 'the reporter failed');
      throw error;
    }
  };
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
