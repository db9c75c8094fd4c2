import type { Instrumentation } from 'next';
import { handleRequestError } from '../failures/request-errors.js';
import { serverContext } from './server-context.js';
import { sharedProcess } from './shared-process.js';
import { stackWithSources } from '../failures/waiting-lines.js';

export const onRequestError: Instrumentation.onRequestError = (...passed) =>
  handleRequestError(serverContext(), ...passed);

/**
 * For a team's own logger: the stack of a thrown value, with frames of the build mapped to their sources, followed by the stacks of its causes
 * (`caused by: …`) and of an AggregateError's members (`one of: …`), at most 5 levels deep and 10 errors in all. The text is not scrubbed.
 * Stacks stay as V8 wrote them outside a server process, without source maps, and when mapping takes longer than 5 s. It never rejects. For a
 * value that is not an error, it resolves to the text.
 */
export function sourceStack(error: unknown): Promise<string> {
  return stackWithSources(error, sharedProcess().sources);
}
