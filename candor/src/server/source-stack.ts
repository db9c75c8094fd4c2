import { readError, type ReadError } from '../scrubbing/log-format.js';
import { sharedProcess } from './shared-process.js';
import { placesOf } from './waiting-lines.js';

/**
 * The stack of a thrown value, in which frames of the build name their sources, and behind it those of its causes (`caused by: …`) and of an
 * AggregateError's members (`one of: …`): at most 5 levels deep, and 10 errors in all. It is for loggers of a team's own, and is not
 * scrubbed. The stacks are as V8 wrote them outside of a server process, where the build has no source maps, and after 5 s. It never
 * rejects. Of a value that is no error it is the text.
 */
export async function sourceStack(error: unknown): Promise<string> {
  const read = readError(error);
  const { findSources: sources } = sharedProcess();
  const mapped = sources && placesOf(read).some(sources.isOfBuild) ? await sources.mapError(read) : undefined;
  return textOf(mapped ?? read);
}

function textOf({ name, message, stack, cause, errors = [] }: ReadError): string {
  const own = stack ?? (name === 'string' ? message : `${name}: ${message}`);
  const inner = [...(cause ? [`caused by: ${textOf(cause)}`] : []), ...errors.map((each) => `one of: ${textOf(each)}`)];
  return [own, ...inner].join('\n');
}
