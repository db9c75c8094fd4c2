import { createFailureLimit } from '../../../app/sentry-example-page/failure-limit';
import { createLog } from '../../../candor/server/log';
import { installReporter, type Reporter } from '../../../candor/server/server-context';

/** Installs a reporter that reports nothing, unless told otherwise. */
export function installTestReporter(unlike: Partial<Reporter> = {}): void {
  const log = createLog({ write: () => {} });
  installReporter({
    log,
    delivery: undefined,
    tunnel: undefined,
    eventBudget: undefined,
    environment: 'staging',
    release: '1.2.3',
    inboxUrl: undefined,
    examplePage: true,
    failureLimit: createFailureLimit({ perMinute: 60, log }),
    failures: { requestFailed: () => Promise.resolve(), processFailed: () => {} },
    rejections: undefined,
    answers: undefined,
    ...unlike,
  });
}
