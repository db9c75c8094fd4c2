import { scrubEvent } from '../scrubbing/scrub-event.js';
import { describeError } from '../scrubbing/log-format.js';

/** V8 compiles a regular expression to bytecode at its first use, and to machine code at its second. */
const uses = 2;

/** Compiles the rules that find secrets: otherwise the first failure of a process would, while other requests wait. */
export function prepareForFailure(): void {
  for (let use = 0; use < uses; use += 1) {
    const { message, stack = '' } = describeError(
      new Error('Not a failure: password=x, a@b.example, https://b.example/?c'),
    );
    scrubEvent({ type: undefined, message, extra: { stack } });
  }
}
