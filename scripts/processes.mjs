import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { root } from './root.mjs';

const graceMs = 10_000;

// One Ctrl-C under npm arrives twice, from the terminal and from npm; a person's second one comes later than that.
const impatientAfterMs = 1_000;

const running = new Set();
let endingSince;

/**
 * Starts a program at the head of a process group of its own: what it starts ends with it, and Ctrl-C reaches only
 * this script, which then ends everything in order. `ended` gives the exit status, or rejects if it cannot be started.
 * @returns {{ child: import('node:child_process').ChildProcess, ended: Promise<number> }}
 */
export function startProcess(
  file,
  args,
  { env = process.env, stdio = ['ignore', 'inherit', 'inherit'], cwd = root } = {},
) {
  const child = spawn(file, args, { cwd, detached: true, env, stdio });
  const exited = new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]));
  });
  if (child.pid === undefined) return { child, ended: exited };
  const started = { child, exited };
  running.add(started);
  child.once('exit', () => {
    killGroup(child.pid);
    running.delete(started);
  });
  return { child, ended: exited.then(unlessEnding) };
}

/** Starts a development tool of this project. */
export function startTool(name, args, env) {
  return startProcess(process.execPath, [join(root, 'node_modules/.bin', name), ...args], { env });
}

/**
 * Starts a Node program that serves until it is ended, at the latest when this script is gone, however that came.
 * `next dev` is none: it stands still while something reads its input.
 */
export function startServer(program, { env, stdout = 'inherit' }) {
  const endWithParent = new URL('./end-with-parent.mjs', import.meta.url).href;
  return startProcess(process.execPath, ['--import', endWithParent, program], {
    env,
    stdio: ['pipe', stdout, 'inherit'],
  });
}

/** Ends what is still running, the last started first: the application before the inbox that takes its last events. */
export async function endProcesses() {
  endingSince ??= performance.now();
  for (const { child, exited } of [...running].reverse()) {
    child.kill('SIGTERM');
    await Promise.race([exited, delay(graceMs)]);
    killGroup(child.pid);
    await exited;
  }
}

export function endProcessesOnSignal(stoppedStatus) {
  const stop = (signal) => {
    const status = stoppedStatus ?? 128 + constants.signals[signal];
    if (endingSince === undefined && running.size > 0) console.log('Ending …');
    if (endingSince === undefined) endProcesses().then(() => process.exit(status));
    else if (performance.now() - endingSince > impatientAfterMs) process.exit(status);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
  process.on('exit', () => running.forEach(({ child }) => killGroup(child.pid)));
  if (process.env.npm_lifecycle_event) stopWithParent(stop);
}

// npm passes a SIGTERM to the shell between it and this script only, which dies of it and tells nobody.
function stopWithParent(stop) {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    stop('SIGTERM');
  }, 200);
  watch.unref();
}

// Once all is being ended, an exit is no news: whoever waits for it must not go on as if the program had failed.
function unlessEnding(status) {
  return endingSince === undefined ? status : new Promise(() => {});
}

function killGroup(leader) {
  try {
    process.kill(-leader, 'SIGKILL');
  } catch (error) {
    if (error.code !== 'ESRCH') throw error; // Nobody is left in it, as it should be.
  }
}
