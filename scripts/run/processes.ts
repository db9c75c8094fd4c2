import { spawn, type ChildProcess, type IOType } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { SettingsError } from '../../candor/src/shared/settings-error';
import { root } from './root';

export type Environment = Record<string, string | undefined>;

/** A failure that one line describes in full. Any other error is a mistake in these scripts and keeps its stack. */
export class CommandError extends Error {}

const graceMs = 10_000;

const running = new Map<ChildProcess, Promise<number>>();
let isEnding = false;

/** A module to preload with `--import`: the program then ends with this script, even if SIGKILL ends the script. */
export const exitWithParent = new URL('./exit-with-parent.mjs', import.meta.url).href;

type Options = { env?: Environment; stdio?: readonly (IOType | 'ipc' | number)[]; cwd?: string; signal?: AbortSignal };

/**
 * Starts a program at the head of its own process group: its children end with it, and Ctrl-C reaches only this script,
 * which then ends everything in order. `ended` resolves to the exit status, or rejects if the program cannot be started.
 */
export function startProcess(
  file: string,
  args: readonly string[],
  { env = process.env, stdio = ['ignore', 'inherit', 'inherit'], cwd = root, signal }: Options = {},
): { child: ChildProcess; ended: Promise<number> } {
  const child = spawn(file, args, {
    cwd,
    signal,
    killSignal: 'SIGKILL',
    detached: true,
    env: { ...env, EXIT_WITH_PARENT: 'SIGTERM' } as unknown as NodeJS.ProcessEnv, // Next's types require NODE_ENV.
    stdio: [...stdio, 'pipe'], // exit-with-parent.mjs reads it.
  });
  const exited = once(child, 'exit')
    .then(([code, by]: (number | null | NodeJS.Signals)[]) => Number(code ?? 128 + constants.signals[by as 'SIGTERM']))
    .finally(() => {
      killGroup(child);
      running.delete(child);
    });
  if (child.pid !== undefined) running.set(child, exited);
  // While everything is being ended, an exit is expected: code that awaits it must not take it for a failure.
  const ended = exited.then((status) => (isEnding ? new Promise<never>(() => {}) : status));
  return { child, ended };
}

/** Starts a Node program that ends with this script, even if SIGKILL ends the script. */
export function startNode(args: string[], env: Environment, stdout: IOType = 'inherit') {
  const options = { env, stdio: ['ignore', stdout, 'inherit'] } as const;
  return startProcess(process.execPath, ['--import', exitWithParent, ...args], options);
}

/** Starts a development tool of this project. `output`: a file descriptor that takes the place of both outputs. */
export function startTool(name: string, args: string[], env: Environment, output: IOType | number = 'inherit') {
  const options = { env, stdio: ['ignore', output, output] } as const;
  return startProcess(process.execPath, [join(root, 'node_modules/.bin', name), ...args], options);
}

/** Ends all running processes, the last started first: the application before the inbox, which receives its last events. */
async function endProcesses(): Promise<void> {
  isEnding = true;
  for (const [child, exited] of [...running].reverse()) {
    child.kill('SIGTERM');
    await Promise.race([exited, delay(graceMs)]);
    killGroup(child);
    await exited;
  }
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error; // ESRCH: the group is empty.
  }
}

export function printFailure(error: unknown): void {
  console.error(error instanceof CommandError || error instanceof SettingsError ? error.message : error);
}

/** The environment wins where both set a variable. */
export function loadEnvFile(): void {
  const file = join(root, '.env');
  if (existsSync(file)) process.loadEnvFile(file);
}

/**
 * Runs a command to its end and exits with the status that it returns, after ending every process that it started.
 * `stoppedStatus` is the exit status after Ctrl-C or SIGTERM; by default it is the one that a shell gives to the signal.
 */
export async function runCommand(command: () => Promise<number>, options: { stoppedStatus?: number } = {}) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (isEnding) return; // Under npm one Ctrl-C arrives twice, from the terminal and from npm.
      if (running.size > 0) console.log('Ending …');
      void endProcesses().finally(() => process.exit(options.stoppedStatus ?? 128 + constants.signals[signal]));
    });
  process.on('exit', () => [...running.keys()].forEach(killGroup));
  let status = 1;
  try {
    status = await command();
  } catch (error) {
    printFailure(error);
  }
  await endProcesses();
  process.exit(status);
}
