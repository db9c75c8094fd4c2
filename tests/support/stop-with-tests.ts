import { once } from 'node:events';
import { spawn, type ChildProcess, type ChildProcessByStdio } from 'node:child_process';
import type { Readable } from 'node:stream';
import { exitWithParent } from '../../scripts/run/processes';

type Options = {
  env: Record<string, string | undefined>;
  cwd?: string;
  /** The release of Node, by default the one that runs the tests. */
  node?: string;
  /** Sent when the process of the tests is gone. SIGKILL ends all that the program started, too. */
  signal: 'SIGKILL' | 'SIGTERM';
};

/** Starts a Node program that ends with the process of the tests, however that ended. */
export function spawnNode(
  args: string[],
  { env, cwd, node = process.execPath, signal }: Options,
): ChildProcessByStdio<null, Readable, Readable> {
  return spawn(node, ['--import', exitWithParent, ...args], {
    cwd,
    env: { ...env, EXIT_WITH_PARENT: signal } as unknown as NodeJS.ProcessEnv, // Next's types demand a NODE_ENV.
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    detached: signal === 'SIGKILL', // The leader of a group of its own.
  }) as unknown as ChildProcessByStdio<null, Readable, Readable>;
}

// Node reads its own options up to the `--`.
const starter = `require('node:child_process').spawn(process.argv[1], process.argv.slice(2), { stdio: ['ignore', 'inherit', 'inherit'] })
  .on('exit', (code) => process.exit(code ?? 1));`;

/** Starts another program that ends with the process of the tests, and all that it started, by a Node program that leads their group. */
export function spawnProgram(file: string, args: string[], env: Options['env']) {
  return spawnNode(['--eval', starter, '--', file, ...args], { env, signal: 'SIGKILL' });
}

/**
 * Ends a program that still runs, and gives back its exit code.
 * @param isGroup it leads a group, and the signal is for all that it started, too
 */
export async function endProcess(child: ChildProcess, signal: NodeJS.Signals, isGroup = false): Promise<number | null> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const exited = once(child, 'exit') as Promise<[number | null]>;
  process.kill(isGroup ? -child.pid : child.pid, signal);
  return (await exited)[0];
}

/** Ends a program that is not a server of Node's when the process of the tests exits. */
export function endAtExit(child: ChildProcess): void {
  const end = () => void child.kill('SIGTERM');
  process.once('exit', end);
  child.once('exit', () => process.off('exit', end));
}
