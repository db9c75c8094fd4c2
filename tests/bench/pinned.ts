import { spawnSync } from 'node:child_process';

const cores = { server: '0', load: '1' };

// Both must be lent to this process, so it is tried rather than looked for.
const canPin = spawnSync('taskset', ['-c', Object.values(cores).join(), 'true']).status === 0;

/** A program on a core that what is measured and what measures do not share, where the system can do that. */
export function pinned(
  to: keyof typeof cores,
  args: readonly string[],
  program = process.execPath,
): [file: string, args: string[]] {
  if (!canPin) return [program, [...args]];
  return ['taskset', ['-c', cores[to], program, ...args]];
}
