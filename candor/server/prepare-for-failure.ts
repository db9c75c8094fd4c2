import { scrubEvent } from '../scrubbing/scrub-event';
import { describeError } from './log-format';

/** V8 compiles a regular expression to bytecode at its first use, and to machine code at its second. */
const uses = 2;

/**
 * Pays once for what the first failure of a process would pay for, while other requests wait: the SDK's code, and the
 * compilation of the rules that find secrets.
 * @param loadSdk `undefined`: reporting is off
 */
export async function prepareForFailure(loadSdk: (() => Promise<void>) | undefined): Promise<void> {
  for (let use = 0; use < uses; use += 1) {
    const { message, stack = '' } = describeError(
      new Error('Not a failure: password=x, a@b.example, https://b.example/?c'),
    );
    scrubEvent({ type: undefined, message, extra: { stack } });
  }
  await loadSdk?.().catch(() => {}); // The first failure tries again, and its log line has the error.
}
