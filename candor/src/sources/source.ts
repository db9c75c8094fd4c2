import type { ChunkMap, FunctionsOf, SourceContext } from './source-map.js';
import { clean, sourceName } from './source-name.js';

/** Where a frame comes from, as log and event name it. `line` and `column` count from 1. */
export type Source = {
  /** Relative to the project; of packages `node_modules/pkg/…`. */
  file: string;
  line: number;
  column: number;
  /** The innermost function with a name. */
  function?: string;
  /** What the identifier at this place is called. */
  name?: string;
  inApp: boolean;
  /** `false`: the code has the names of its source, so V8 knows what the function is called. */
  isMinified?: false;
  context?: SourceContext;
};

/** @throws MapProblem */
export function findSource(
  map: ChunkMap,
  { chunk, line, column }: { chunk: string; line: number; column: number },
  build: { folder: string; project: string },
  functionsOf?: FunctionsOf,
): Source {
  const { source, isIgnored, name, function: around, ...origin } = map.find(line, column, functionsOf);
  const { file, inApp } = sourceName(source, chunk, build);
  return {
    ...origin,
    file,
    inApp: inApp && !isIgnored,
    ...(around !== undefined && { function: clean(around) }),
    ...(name !== undefined && { name: clean(name) }),
  };
}
