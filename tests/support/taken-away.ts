import { join } from 'node:path';

const script = join(import.meta.dirname, 'take-away.mjs');

/** Settings of a server that lacks what patches hold on to: by their names, or other names that take-away.mjs has. */
export function takenAway(...names: string[]): Record<string, string> {
  return { TAKE_AWAY: names.join(','), NODE_OPTIONS: `--import ${script}` };
}
