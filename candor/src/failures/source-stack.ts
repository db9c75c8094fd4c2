import { readError, type ReadError } from '../scrubbing/log-format.js';
import { placesOf, type FindSources } from './waiting-lines.js';

export async function stackWithSources(error: unknown, sources: FindSources | undefined): Promise<string> {
  const read = readError(error);
  const mapped = sources && placesOf(read).some(sources.isOfBuild) ? await sources.mapError(read) : undefined;
  return textOf(mapped ?? read);
}

function textOf({ name, message, stack, cause, errors = [] }: ReadError): string {
  const own = stack ?? (name === 'string' ? message : `${name}: ${message}`);
  const inner = [...(cause ? [`caused by: ${textOf(cause)}`] : []), ...errors.map((each) => `one of: ${textOf(each)}`)];
  return [own, ...inner].join('\n');
}
