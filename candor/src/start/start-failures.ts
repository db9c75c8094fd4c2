import { describeError } from '../scrubbing/log-format.js';
import { applySdkOptions } from '../shared/apply-sdk-options.js';
import { BoundedMap } from '../shared/bounded-map.js';
import { eachMinute } from '../shared/each-minute.js';
import type { Log } from '../shared/log-messages.js';
import type { SdkOptions } from '../shared/define-sdk-options.js';
import { captureWithClient, keepCaptures, type ApplyOptions, type EventSink } from '../failures/capture.js';
import { createFailureBudget } from '../failures/failure-budget.js';
import { createFailureReporter, type FailureReporter } from '../failures/failure-reporter.js';
import { createForwardingClient } from '../failures/forwarding-client.js';
import { callOutsideRender } from '../internals/server/outside-render.js';
import { isolateRequests } from '../sdk/scopes.js';
import type { StartSdk } from '../sdk/sdk-client.js';
import type { Settings } from './settings.js';
import { sharedProcess } from './shared-process.js';

// More than the budget lets through at once, in 1 MB at most.
const maxCaptured = 10_000;

/** Starts the SDK of a runtime, and the reporter of its failures, which also receives what a team passes to the SDK. */
export async function startFailures(
  startSdk: StartSdk,
  { dsn, environment }: Settings,
  log: Log,
  sink: EventSink | undefined,
  options: SdkOptions,
): Promise<FailureReporter> {
  const target = dsn && sink && { dsn: dsn.text, transport: () => sink.transport };
  const { release = CANDOR_RELEASE } = options;
  const client = await startSdk({ environment, release, ...target });
  const warn = eachMinute((count, error: unknown) =>
    log.warn({ option: 'beforeSend', count, error: describeError(error) }, 'sdk option failed'),
  );
  const applyOptions: ApplyOptions = (event, hint) => applySdkOptions(event, hint, options, warn);
  const failures = callOutsideRender(
    createFailureReporter({
      log,
      environment,
      release,
      capture: target && keepCaptures(captureWithClient(client, sink.transport.giveUp, applyOptions), sink),
      captured: (sharedProcess().captured ??= new BoundedMap(maxCaptured)),
      budget: createFailureBudget(),
      drop: (...event) => sink?.delivery.countDropped(...event),
      lines: sharedProcess().lines,
      keepProcess: sharedProcess().keepProcess,
    }),
  );
  isolateRequests(createForwardingClient(client, failures.sdkCalled));
  return failures;
}
