import type { FlatMap } from './flat-map.js';
import type { NamedFunction } from '../sources/source-map.js';
import { namedFunctions } from './named-functions.js';

/**
 * The functions of the team's sources in a flat map, for the field `functionsField` of it. Those of others, which the map ignores, are
 * not worth the time: 3 ms a source.
 * @param known what was found before: chunks share sources
 */
export function functionsOfSources(
  { sources, sourcesContent = [], ignoreList = [] }: Omit<FlatMap, 'mappings'>,
  known: Map<string, NamedFunction[] | null>,
): (NamedFunction[] | null)[] {
  return sources.map((_, index) => {
    const content = sourcesContent[index];
    if (typeof content !== 'string' || ignoreList.includes(index)) return null;
    const functions = known.has(content) ? known.get(content) : namedFunctions(content);
    known.set(content, functions ?? null);
    return functions ?? null;
  });
}
