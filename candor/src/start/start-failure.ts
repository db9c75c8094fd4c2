import { withTimeout } from '../shared/with-timeout.js';
import { observeStart } from '../internals/server/start-promise.js';

const timeoutMs = 5_000;

type Report = (thrown: unknown) => Promise<unknown>;

/**
 * Ends the process with status 1 when `register()` throws, ours or what a team has added behind it: Next would continue, and respond to
 * every request with a bare 500. The development server is left to Next, which ends it by itself.
 */
export function endOnStartFailure(report: Report): void {
  observeStart((thrown) => void endOfStart(thrown, report));
}

export async function endOfStart(thrown: unknown, report: Report): Promise<void> {
  await withTimeout(report(thrown), timeoutMs).catch((error: unknown) =>
    console.error('The failed start could not be reported.', error),
  );
  if (process.env.NODE_ENV !== 'development') process.exit(1);
}
