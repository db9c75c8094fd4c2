import { spawn, type ChildProcess, type IOType } from 'node:child_process';
import { constants } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { root } from './root';

export type Environment = Record<string, string | undefined>;

type Running = { child: ChildProcess; exited: Promise<number> };

const graceMs = 10_000;

// Under npm one Ctrl-C arrives twice, from the terminal and from npm. A second Ctrl-C by hand comes later than that.
const secondSignalAfterMs = 1_000;

const running = new Set<Running>();
let endingSince: number | undefined;

/** A module to preload with `--import`: the program then ends with this script, even if SIGKILL ends the script. */
export const exitWithParent = new URL('./exit-with-parent.mjs', import.meta.url).href;

/**
 * Starts a program at the head of its own process group: its children end with it, and Ctrl-C reaches only this script,
 * which then ends everything in order. `ended` resolves to the exit status, or rejects if the program cannot be started.
 */
export function startProcess(
  file: string,
  args: readonly string[],
  {
    env = process.env,
    stdio = ['ignore', 'inherit', 'inherit'],
    cwd = root,
  }: { env?: Environment; stdio?: (IOType | 'ipc' | number)[]; cwd?: string } = {},
): { child: ChildProcess; ended: Promise<number> } {
  const child = spawn(file, args, {
    cwd,
    detached: true,
    env: { ...env, EXIT_WITH_PARENT: 'SIGTERM' } as unknown as NodeJS.ProcessEnv, // Next's types require NODE_ENV.
    stdio: [...stdio, 'pipe'], // exit-with-parent.mjs reads it.
  });
  const exited = new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)));
  });
  if (child.pid === undefined) return { child, ended: exited };
  const started = { child, exited };
  running.add(started);
  child.once('exit', () => {
    killGroup(child);
    running.delete(started);
  });
  return { child, ended: exited.then(unlessEnding) };
}

/** Starts a Node program that ends with this script, even if SIGKILL ends the script. */
export function startNode(
  args: readonly string[],
  { env, stdout = 'inherit' }: { env: Environment; stdout?: 'inherit' | 'ignore' },
) {
  return startProcess(process.execPath, ['--import', exitWithParent, ...args], {
    env,
    stdio: ['ignore', stdout, 'inherit'],
  });
}

/** Starts a development tool of this project. `output`: a file descriptor that takes the place of both outputs. */
export function startTool(
  name: string,
  args: readonly string[],
  env: Environment,
  { output = 'inherit' }: { output?: 'inherit' | number } = {},
) {
  const stdio = ['ignore', output, output] as const;
  return startProcess(process.execPath, [join(root, 'node_modules/.bin', name), ...args], { env, stdio: [...stdio] });
}

/** Ends all running processes, the last started first: the application before the inbox, which receives its last events. */
export async function endProcesses(): Promise<void> {
  endingSince ??= performance.now();
  for (const { child, exited } of [...running].reverse()) {
    child.kill('SIGTERM');
    await Promise.race([exited, delay(graceMs)]);
    killGroup(child);
    await exited;
  }
}

export function endProcessesOnSignal(stoppedStatus?: number): void {
  const stop = (signal: NodeJS.Signals): void => {
    const status = stoppedStatus ?? 128 + constants.signals[signal];
    if (endingSince === undefined) {
      if (running.size > 0) console.log('Ending …');
      void endProcesses().finally(() => process.exit(status));
    } else if (performance.now() - endingSince > secondSignalAfterMs) process.exit(status);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  process.on('exit', () => running.forEach(({ child }) => killGroup(child)));
  if (process.env.npm_lifecycle_event) stopWithParent(stop);
}

// npm sends SIGTERM only to the shell that it started. Without `exec`, that shell dies and this script gets no signal.
function stopWithParent(stop: (signal: NodeJS.Signals) => void): void {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    stop('SIGTERM');
  }, 200);
  watch.unref();
}

// While everything is being ended, an exit is expected: code that awaits it must not take it for a failure.
function unlessEnding(status: number): number | Promise<never> {
  return endingSince === undefined ? status : new Promise(() => {});
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error; // ESRCH: the group is empty.
  }
}
