import { isControlFlow } from '../internals/server/control-flow.js';
import { currentFailedRequest } from './request-fields.js';
import type { FailureReporter } from './failure-reporter.js';

export function reportAfterError(failures: FailureReporter, thrown: unknown): void {
  if (isControlFlow(thrown)) return; // `redirect()` and `notFound()` have no effect there, as Next documents.
  void failures.requestFailed(thrown, currentFailedRequest('after'));
}
