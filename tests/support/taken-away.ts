import { join } from 'node:path';

const script = join(import.meta.dirname, 'take-away.mjs');

/** Settings of a server that lacks what a patch relies on: by its name, or another name that take-away.mjs has. */
export function takenAway(name: string): Record<string, string> {
  return { TAKE_AWAY: name, NODE_OPTIONS: `--import ${script}` };
}
