import { BoundedMap } from '../../../candor/src/shared/bounded-map';
import type { FailureBudget } from '../../../candor/src/failures/failure-budget';
import type { CaptureFailure } from '../../../candor/src/failures/failure';
import { createFailureReporter, type FailedRequest } from '../../../candor/src/failures/failure-reporter';
import type { WaitingLines } from '../../../candor/src/failures/waiting-lines';
import { recordLog } from '../delivery/set-up-delivery';

export const eventId = '0123456789abcdef0123456789abcdef';

export const build = { environment: 'staging', release: '1.2.3' };

/** A failure reporter with its log lines, its captured and its dropped events. `capturing` is called by its capture. */
export function setUpFailures({
  isReporting = true,
  capturing = (): void | Promise<void> => {},
  budget = { take: () => ({ isWhole: true }) } as FailureBudget,
  capturedIds = new BoundedMap<string, true>(10_000),
  waiting = undefined as WaitingLines | undefined,
} = {}) {
  const { log, lines } = recordLog();
  const captured: Parameters<CaptureFailure>[] = [];
  const dropped: [string, string][] = [];
  const capture: CaptureFailure = (...call) => {
    captured.push(call);
    return capturing();
  };
  const failures = createFailureReporter({
    log,
    ...build,
    capture: isReporting ? capture : undefined,
    captured: capturedIds,
    budget,
    drop: (...call) => void dropped.push(call),
    lines: waiting,
  });
  return { lines, captured, dropped, failures };
}

export function aRequest(unlike: Partial<FailedRequest> = {}): FailedRequest {
  return { path: '/a?token=secret', method: 'GET', headers: {}, route: '/[slug]', routeType: 'render', ...unlike };
}

export const withDigest = (digest: string) => Object.assign(new Error('broken'), { digest });
