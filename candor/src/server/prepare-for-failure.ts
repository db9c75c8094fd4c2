import { scrubEvent } from '../scrubbing/scrub-event.js';
import { describeError } from '../scrubbing/log-format.js';

/** V8 compiles a regular expression to bytecode at its first use, and to machine code at its second. */
const uses = 2;

const text = 'Not a failure: password=x, a@b.example, https://b.example/?c';

/**
 * Compiles the rules that find secrets: otherwise the first failure of a process would, while other requests wait. Here a request waits for
 * one part at most.
 */
export function prepareForFailure(): void {
  const error = new Error(text);
  const parts = Array.from({ length: uses }, () => [
    () => describeError(text),
    () => describeError(error),
    () => scrubEvent({ type: undefined, message: text, extra: { stack: error.stack } }),
  ]).flat();

  function prepareNext(): void {
    parts.shift()?.();
    if (parts.length > 0) setImmediate(prepareNext).unref();
  }
  prepareNext();
}
