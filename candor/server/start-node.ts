import type { Transport } from '@sentry/core';
import { watchActionErrors } from './action-errors';
import { captureWhenLoaded } from './capture-when-loaded';
import { createRateLimit } from '../delivery/rate-limit';
import { noteSocketAddresses } from '../delivery/client-address';
import { Delivery } from '../delivery/delivery';
import { createEventBudget } from '../delivery/event-budget';
import { createOutbox } from '../delivery/outbox';
import { createRelay } from '../delivery/relay';
import { createTunnel } from '../delivery/tunnel';
import { createFailureBudget } from './failure-budget';
import { createFailureLimit } from '../../app/sentry-example-page/failure-limit';
import { createFailureReporter, type Capture } from './failure-reporter';
import { installDigest } from './install-digest';
import { createLog } from './log';
import { finishBeforeExit } from './graceful-shutdown';
import { maskOutput } from '../scrubbing/scrub-output';
import { watchOpenAnswers } from './open-responses';
import { watchOpenConnections } from './open-connections';
import { release } from '../release';
import { installReporter } from './server-context';
import { createRejections } from './rejections';
import { createServerTransport } from './transport';
import { readSettings, SettingsError, type Settings } from './settings';
import { shareLog } from './shared-log';
import { watchUnreadBodies } from './unread-bodies';
import { watchProcess } from './process-errors';

export type StartServerSdk = (options: { dsn: string; environment: string; transport: () => Transport }) => Capture;

/**
 * Sets up reporting in a server process, or ends the process with one line when a setting is bad. The SDK is loaded at
 * the first failure: a server that has none does not carry it.
 */
export async function startNode(loadSdk: () => Promise<StartServerSdk>): Promise<void> {
  const settings = settingsOrExit();
  const { dsn, environment, inboxUrl, examplePage, failuresPerMinute, outboxDir, trustedProxyHops } = settings;
  const log = createLog();
  shareLog(log);
  maskOutput(process.stdout, process.stderr);
  const isFromAction = watchActionErrors(); // Before the storages' `run` is watched for the digest.
  installDigest();
  const failureLimit = createFailureLimit({ perMinute: failuresPerMinute, log });
  const budget = createFailureBudget();
  const answers = watchOpenAnswers();
  const rejections = createRejections({ log, answers, isFromAction });
  const common = { log, environment, release };
  const endConnections = watchOpenConnections();
  watchUnreadBodies();

  if (dsn === undefined) {
    log.info({}, 'reporting is off');
    const failures = createFailureReporter({ ...common, capture: undefined, budget, drop: () => {} });
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
      rejections,
      answers,
    });
    return;
  }

  const outbox = createOutbox(outboxDir, { bytes: 64 * 1024 * 1024, envelopes: 10_000, ageMs: 30 * 24 * 3_600_000 });
  const delivery = new Delivery({ dsn, relay: createRelay({ timeoutMs: 5_000 }), outbox, log });
  noteSocketAddresses();
  const rateLimit = createRateLimit({
    concurrency: 64,
    perClientConcurrency: 8,
    perSecond: 200,
    perClientPerSecond: 20,
  });
  const eventBudget = createEventBudget(settings.browserEvents);
  const tunnel = createTunnel({ delivery, log, rateLimit, budget: eventBudget, trustedProxyHops });

  const transport = createServerTransport(delivery);
  const startSdk = async () => {
    const start = await loadSdk();
    return start({ dsn: dsn.text, environment, transport: () => transport });
  };
  const capture = captureWhenLoaded({ startSdk, transport, delivery });
  const drop = (eventId: string, reason: string) => delivery.countDropped(eventId, reason);
  const failures = createFailureReporter({ ...common, capture, budget, drop });
  watchProcess(failures);
  await delivery.start();
  finishBeforeExit(() => {
    endConnections();
    return delivery.stop();
  });
  installReporter({
    ...common,
    delivery,
    tunnel,
    eventBudget,
    inboxUrl,
    examplePage,
    failureLimit,
    failures,
    rejections,
    answers,
  });
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
