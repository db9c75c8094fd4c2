import type { IncomingMessage } from 'node:http';
import { noteSocketAddress } from '../monitoring/client-address.js';
import { Delivery } from '../delivery/delivery.js';
import type { Deployment } from '../outbox/deployment.js';
import { createEventBudget } from '../monitoring/event-budget.js';
import { createRateLimit, postLimits, type RateLimit } from '../monitoring/rate-limit.js';
import { createRelay } from '../delivery/relay.js';
import { createFirstOfDay } from '../monitoring/first-of-day.js';
import { createTunnel } from '../monitoring/tunnel.js';
import { handleShutdownSignals, trackOpenConnections } from '../http/graceful-shutdown.js';
import { holdEnd } from '../http/hold-end.js';
import { currentRequest, requestContext } from '../http/request-context.js';
import { handleRequests } from '../http/requests.js';
import { observeMissing } from '../internals/patch.js';
import { observeAfterErrors } from '../internals/server/after-errors.js';
import { trackActions } from '../internals/server/entered-actions.js';
import { makeSdkIdsOutsideRender } from '../internals/server/outside-render.js';
import { observeErrorPages } from '../internals/server/error-page.js';
import { observeProxyErrors } from '../internals/server/proxy-hook.js';
import type { Log } from '../shared/log-messages.js';
import { keepByRequest } from '../failures/keep-process.js';
import { SettingsError } from '../shared/settings-error.js';
import { reportAfterError } from '../failures/after-error.js';
import { rewriteFailedResponses, type PlainScreens } from '../responses/failed-responses.js';
import { createPageStates } from '../monitoring/page-states.js';
import { readAppearances } from '../responses/read-appearances.js';
import { loadLanguages } from '../responses/languages.js';
import { installDigest } from '../failures/install-digest.js';
import { handleLastResort } from '../failures/last-resort.js';
import { createLog } from './log.js';
import { openSources, type Sources } from './open-sources.js';
import { openOutbox, type OwnStores } from './open-outbox.js';
import { describeError } from '../scrubbing/log-format.js';
import { eachMinute } from '../shared/each-minute.js';
import { patches } from '../internals/patches.js';
import { describePath } from '../failures/request-fields.js';
import type { PolicyPart } from '../shared/policy-part.js';
import { logMissing } from '../monitoring/patch-states.js';
import { reportProcessErrors } from '../failures/process-errors.js';
import { readableEvents } from './readable-events.js';
import { createRejections } from '../failures/rejections.js';
import { onRequestError } from './next-hooks.js';
import { scrubOutput } from './scrub-output.js';
import type { Messages } from '../shared/define-messages.js';
import type { SdkOptions } from '../shared/define-sdk-options.js';
import type { StartSdk } from '../sdk/sdk-client.js';
import type { Reporting } from '../monitoring/handlers.js';
import { installContext, nodeContext, refuseOtherVersion } from './server-context.js';
import { readSettings, type Settings } from './settings.js';
import { sharedProcess } from './shared-process.js';
import { writeToStandardOutput } from './standard-output.js';
import { endOfStart, endOnStartFailure } from './start-failure.js';
import { startFailures } from './start-failures.js';
import { createServerTransport } from '../sdk/transport.js';
import { createUnheard, reportUnheard } from '../failures/unheard.js';
import { createWaitingLines, writeAtExit, type FindSources, type WaitingLines } from '../failures/waiting-lines.js';

type Loaded<Value> = () => Promise<{ default: Value }>;

/** What a team gives to a server process: stores, options and words. What throws when it is loaded ends the start. */
export type OfTeam = { own: OwnStores; loadOptions: Loaded<SdkOptions>; loadMessages: Loaded<Messages<string>> };

/** `report` names a start that failed, by what there is at that time. */
type Start = { log: Log; report: (thrown: unknown) => Promise<unknown> };

/**
 * Sets up reporting in a server process, or ends the process with status 1 and one line: when a setting is bad, when another
 * version of the package has started here, and whatever else is thrown.
 */
export async function startNode(startSdk: StartSdk, screens: PlainScreens, ofTeam: OfTeam): Promise<void> {
  const log = createLog(writeToStandardOutput());
  const start: Start = {
    log,
    report: async (thrown) => log.error({ origin: 'register', error: describeError(thrown) }, 'process failed'),
  };
  try {
    await setUp(start, startSdk, screens, ofTeam);
  } catch (thrown) {
    if (thrown instanceof SettingsError) {
      console.error(thrown.message);
      process.exit(1);
    }
    if (process.env.NODE_ENV === 'development') throw thrown; // Next shows it.
    await endOfStart(thrown, start.report);
  }
}

async function setUp(
  start: Start,
  startSdk: StartSdk,
  screens: PlainScreens,
  { own, loadOptions, loadMessages }: OfTeam,
): Promise<void> {
  const { log } = start;
  refuseOtherVersion(); // Before anything is patched or opened.
  const settings = readSettings(process.env);
  noteProcess(settings, log);
  const { default: messages } = await loadMessages();
  const { default: options } = await loadOptions();
  const languages = await loadLanguages(messages, log);
  endOnStartFailure((thrown) => start.report(thrown));

  const policy = await startPolicyPart(log);
  const manifest = [...patches, ...(policy?.patches ?? [])];
  observeMissing((name, error) => logMissing(log, name, error, manifest));
  scrubOutput(process.stdout, process.stderr);
  const isFromAction = trackActions(currentRequest); // Both before `installDigest` patches the `run` of all storages.
  observeAfterErrors((thrown) => reportAfterError(nodeContext().failures, thrown));
  const unheard = createUnheard((...given) => reportUnheard(nodeContext(), ...given));
  installDigest({ interrupted: (digest) => failedResponses.noteInterrupt(digest), ...unheard });
  makeSdkIdsOutsideRender();
  const connections = trackOpenConnections();
  handleRequests({ policy: policy?.requestStarts, connections, noteAddress: noteSocketAddress });
  const pageStates = createPageStates(log);
  const failedResponses = rewriteFailedResponses({
    screens,
    languages,
    policy,
    appearances: readAppearances(log),
    failed: eachMinute((count: number, error: unknown, { url = '' }: IncomingMessage) =>
      log.error({ count, path: describePath(url), error: describeError(error) }, 'failed response left as it was'),
    ),
    missing: pageStates.noteMissing,
  });

  const sources = openSources(log);
  const reporting = await openReporting(settings, log, own, sources, pageStates);
  const delivery = reporting?.delivery;
  const sink = delivery && { delivery, transport: createServerTransport(delivery, sources?.buildId) };
  const findSources = sources ?? (await sourcesOfDevelopment());
  const lines = sharedProcess().lines ?? (findSources && writeAtExit(createWaitingLines(findSources)));
  const keepProcess = settings.lifetime === 'request' ? keepByRequest({ delivery, lines, holdResponse }) : undefined;
  Object.assign(sharedProcess(), { log, sink, sources, findSources, lines, keepProcess });
  const failures = await startFailures(startSdk, settings, log, sink, options);
  reportProcessErrors(failures);
  start.report = async (thrown) => {
    await failures.processFailed(thrown, 'register');
    await delivery?.stop();
  };
  await delivery?.start();
  const readiness = handleEnd(settings, connections, lines, delivery);
  const rejections = createRejections({ log, failedResponses, isFromAction });
  const { environment, trustedProxyHops } = settings;
  const { rateLimit = createRateLimit(postLimits) } = reporting ?? {};
  const release = options.release ?? CANDOR_RELEASE;
  policy?.acceptReports({ environment, release, rateLimit, trustedProxyHops, reporting });
  const parts = {
    reporting,
    failures,
    rejections,
    languages,
    failedResponses,
    pageStates,
    policy,
    manifest,
    readiness,
  };
  installContext({ runtime: 'node', settings, log, ...parts });
  observeProxyErrors(onRequestError);
  observeErrorPages((request) => handleLastResort(nodeContext(), request));
}

function noteProcess({ lifetime, lifetimeFrom }: Settings, log: Log): void {
  const { bun } = process.versions;
  if (bun !== undefined) log.warn({ bun }, 'not a tested runtime');
  if (lifetime === 'request') log.info({ lifetimeFrom }, 'events are delivered within each request');
}

/** Loads the policy where the team has turned it on. The development server has none: it evaluates code. */
async function startPolicyPart(log: Log): Promise<PolicyPart | undefined> {
  if (CANDOR_POLICY === '' || process.env.NODE_ENV === 'development') return undefined;
  // eslint-disable-next-line import/no-restricted-paths -- The one import of it at the start, which is off by default.
  const { startPolicy } = await import('../policy/start.js');
  return startPolicy(JSON.parse(CANDOR_POLICY), log);
}

async function sourcesOfDevelopment(): Promise<FindSources | undefined> {
  if (process.env.NODE_ENV !== 'development') return undefined;
  const { developmentSources } = await import('./development-sources.js');
  return developmentSources();
}

/** Has the process end when all is sent and written. @returns whether the server still wants new requests */
function handleEnd(
  { drainSeconds }: Settings,
  connections: ReturnType<typeof trackOpenConnections>,
  lines: WaitingLines | undefined,
  delivery: Delivery | undefined,
): { isReady: boolean } {
  const readiness = { isReady: true };
  const finish = async () => {
    lines?.flush();
    connections.close();
    await delivery?.stop();
  };
  const startDraining = () => {
    readiness.isReady = false;
    lines?.flush();
    connections.drain();
  };
  handleShutdownSignals(finish, { drainMs: drainSeconds * 1_000, startDraining });
  return readiness;
}

function holdResponse(until: Promise<void>): void {
  const response = requestContext()?.response;
  if (response) holdEnd(response, until);
}

async function openReporting(
  settings: Settings,
  log: Log,
  own: OwnStores,
  sources: Sources | undefined,
  { countIgnored }: Pick<ReturnType<typeof createPageStates>, 'countIgnored'>,
): Promise<(Reporting & { rateLimit: RateLimit; deployment?: Deployment }) | undefined> {
  const { dsn, trustedProxyHops, browserEventsPerHour: perHour } = settings;
  if (dsn === undefined) {
    log.info({}, 'reporting is off');
    return undefined;
  }
  const { outbox, deployment, lifespan } = await openOutbox(settings, log, own);
  const readable = sources && readableEvents(sources, { withContext: CANDOR_SOURCE_CONTEXT !== '' });
  const relay = createRelay({ timeoutMs: 5_000 });
  const delivery = new Delivery({ dsn, relay, log, outbox, deployment, readable, lifespan });
  const rateLimit = createRateLimit(postLimits, { deployment });
  const eventBudget = createEventBudget({ perHour, perDay: 10 * perHour }, { name: 'browser-events', deployment });
  const limits = { rateLimit, budget: eventBudget, takeFirst: createFirstOfDay({ deployment }) };
  const acceptsFeedback = CANDOR_FEEDBACK !== '';
  const tunnel = createTunnel({ delivery, log, ...limits, countIgnored, trustedProxyHops, acceptsFeedback });
  return { delivery, tunnel, eventBudget, deployment, rateLimit };
}
