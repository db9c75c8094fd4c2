import { isControlFlow } from '../internals/server/control-flow.js';
import type { FailureReporter } from './failure-reporter.js';

/** Reports errors outside of any request, and does not change whether an error ends the process. */
export function reportProcessErrors({ processFailed }: Pick<FailureReporter, 'processFailed'>): void {
  // The monitor sees every uncaught exception; a listener of our own would keep a dying process alive.
  process.on('uncaughtExceptionMonitor', (thrown) => processFailed(thrown, 'uncaughtException'));
  process.on('unhandledRejection', (reason) => {
    if (!isControlFlow(reason)) void processFailed(reason, 'unhandledRejection');
  });
}
