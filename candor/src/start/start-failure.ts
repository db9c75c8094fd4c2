import { observeStart } from '../internals/server/start-promise.js';
import { describeError } from '../scrubbing/log-format.js';
import type { Log } from '../shared/log-messages.js';
import { SettingsError } from '../shared/settings-error.js';
import { withTimeout } from '../shared/with-timeout.js';
import { createLog } from './log.js';
import { writeToStandardOutput } from './standard-output.js';

const timeoutMs = 5_000;

/** `report` names a start that failed, by what there is at that time. */
type Start = { report: (thrown: unknown) => Promise<unknown> };

/** Ends the process with status 1 and one line where `setUp` throws. */
export async function startOrEnd(setUp: (log: Log, start: Start) => Promise<void>): Promise<void> {
  const log = createLog(writeToStandardOutput());
  const start: Start = {
    report: async (thrown) => log.error({ origin: 'register', error: describeError(thrown) }, 'process failed'),
  };
  try {
    await setUp(log, start);
  } catch (thrown) {
    if (thrown instanceof SettingsError) {
      console.error(thrown.message);
      process.exit(1);
    }
    if (process.env.NODE_ENV === 'development') throw thrown; // Next shows it.
    await endOfStart(thrown, start);
  }
}

/** Ends the process when `register()` throws, also in code of the team's: Next would respond to every request with a bare 500. */
export function endOnStartFailure(start: Start): void {
  observeStart((thrown) => void endOfStart(thrown, start));
}

async function endOfStart(thrown: unknown, { report }: Start): Promise<void> {
  await withTimeout(report(thrown), timeoutMs).catch((error: unknown) =>
    console.error('The failed start could not be reported.', error),
  );
  if (process.env.NODE_ENV !== 'development') process.exit(1);
}
