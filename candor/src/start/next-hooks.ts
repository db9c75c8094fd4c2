import type { Instrumentation } from 'next';
import { handleRequestError } from '../failures/request-errors.js';
import { serverContext } from './server-context.js';
import { sharedProcess } from './shared-process.js';
import { stackWithSources } from '../failures/source-stack.js';

/** The hook of that name in `instrumentation.ts`. */
export const onRequestError: Instrumentation.onRequestError = (...passed) =>
  handleRequestError(serverContext(), ...passed);

/**
 * The stack of a thrown value, in which frames of the build name their sources, and behind it those of its causes (`caused by: …`) and of an
 * AggregateError's members (`one of: …`): at most 5 levels deep, and 10 errors in all. It is for loggers of a team's own, and is not
 * scrubbed. The stacks are as V8 wrote them outside of a server process, where the build has no source maps, and after 5 s. It never
 * rejects. Of a value that is no error it is the text.
 */
export function sourceStack(error: unknown): Promise<string> {
  return stackWithSources(error, sharedProcess().findSources);
}
