import { unstable_rethrow } from 'next/navigation';
import type { FailureReporter } from './failure-reporter';

/**
 * Reports what this process fails at outside of any request, without changing what becomes of the process: of a
 * failure that ends it, too.
 */
export function watchProcess({ processFailed }: FailureReporter): void {
  // The monitor sees every uncaught exception; a listener of our own would keep a dying process alive.
  process.on('uncaughtExceptionMonitor', (thrown) => processFailed(thrown, 'uncaughtException'));
  process.on('unhandledRejection', (reason) => {
    if (!isControlFlow(reason)) processFailed(reason, 'unhandledRejection');
  });
}

/** Whether Next threw it to steer itself: redirects, interrupts, bail-outs. Its own test for them is this one. */
function isControlFlow(thrown: unknown): boolean {
  try {
    unstable_rethrow(thrown);
    return false;
  } catch (rethrown) {
    return rethrown === thrown;
  }
}
