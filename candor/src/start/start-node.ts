import { handleLastResort } from '../failures/last-resort.js';
import { reportProcessErrors } from '../failures/process-errors.js';
import { createRejections } from '../failures/rejections.js';
import { handleShutdownSignals } from '../http/graceful-shutdown.js';
import { observeErrorPages } from '../internals/server/error-page.js';
import { observeProxyErrors } from '../internals/server/proxy-hook.js';
import { createRateLimit, postLimits } from '../monitoring/rate-limit.js';
import { loadLanguages } from '../responses/languages.js';
import type { StartSdk } from '../sdk/sdk-client.js';
import type { Messages } from '../shared/define-messages.js';
import type { SdkOptions } from '../shared/define-sdk-options.js';
import { onRequestError } from './next-hooks.js';
import { openReporting } from './open-reporting.js';
import { openSources } from './open-sources.js';
import { prepareRequests } from './prepare-requests.js';
import { scrubOutput } from './scrub-output.js';
import { installContext, nodeContext, refuseOtherVersion } from './server-context.js';
import { readSettings, type Settings } from './settings.js';
import { openDevelopmentSources, shareProcess } from './share-process.js';
import { endOnStartFailure, startOrEnd } from './start-failure.js';
import { startFailures } from './start-failures.js';
import { startPatches } from './start-patches.js';

type Loaded<Value> = () => Promise<{ default: Value }>;

/** What a team gives to a server process: options and words. What throws when it is loaded ends the start. */
export type OfTeam = { loadOptions: Loaded<SdkOptions>; loadMessages: Loaded<Messages<string>> };

/** Sets up reporting in a server process. */
export function startNode(startSdk: StartSdk, ofTeam: OfTeam): Promise<void> {
  return startOrEnd(async (log, start) => {
    refuseOtherVersion(); // Before anything is patched or opened.
    const settings = readSettings(process.env);
    const { lifetime, lifetimeFrom, environment, trustedProxyHops } = settings;
    if (lifetime === 'request') log.info({ lifetimeFrom }, 'events are delivered within each request');
    const { default: messages } = await ofTeam.loadMessages();
    const { default: options } = await ofTeam.loadOptions();
    const languages = await loadLanguages(messages, log);
    endOnStartFailure(start);

    const { policy, manifest } = await startPatches(log);
    scrubOutput(process.stdout, process.stderr);
    const { isFromAction, ...requests } = prepareRequests(log, { languages, policy });
    const { pageStates, failedResponses } = requests;

    const sources = openSources(log) ?? (await openDevelopmentSources());
    const reporting = await openReporting(settings, log, { sources, pageStates });
    const delivery = reporting?.delivery;
    const { lines, sink } = shareProcess(settings, log, { delivery, sources });
    const failures = await startFailures(startSdk, settings, log, sink, options);
    reportProcessErrors(failures);
    start.report = async (thrown) => {
      await failures.processFailed(thrown, 'register');
      await delivery?.stop();
    };
    await delivery?.start();
    const readiness = handleEnd(settings, { ...requests, lines, delivery });
    const rejections = createRejections({ log, failedResponses, isFromAction });
    const { rateLimit = createRateLimit(postLimits) } = reporting ?? {};
    const release = options.release ?? CANDOR_RELEASE;
    policy?.acceptReports({ environment, release, rateLimit, trustedProxyHops, reporting });
    const responding = { rejections, languages, failedResponses, pageStates, policy };
    installContext({ runtime: 'node', settings, log, reporting, failures, manifest, readiness, ...responding });
    observeProxyErrors(onRequestError);
    observeErrorPages((request) => handleLastResort(nodeContext(), request));
  });
}

/** Has the process end when all is sent and written. @returns whether the server still wants new requests */
function handleEnd(
  { drainSeconds }: Settings,
  parts: {
    connections: { drain: () => void; close: () => void };
    lines: { flush: () => void } | undefined;
    delivery: { stop: () => Promise<void> } | undefined;
  },
): { isReady: boolean } {
  const { connections, lines, delivery } = parts;
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
