import { isControlFlow } from '../internals/server/control-flow.js';
import { currentFailedRequest } from './current-route.js';
import { serverContext } from './server-context.js';

/** Reports what was thrown in `after()`, from where Next calls us: in the context of the call of `after()`. */
export function reportAfterError(thrown: unknown): void {
  if (isControlFlow(thrown)) return; // `redirect()` and `notFound()` have no effect there, as Next documents.
  void serverContext().failures.requestFailed(thrown, currentFailedRequest('after'));
}
