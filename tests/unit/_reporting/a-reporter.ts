import { createFailureLimit } from '../../../app/_reporting/failure-limit';
import { createLog } from '../../../app/_reporting/log';
import { installReporter, type Reporter } from '../../../app/_reporting/reporter';

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
