import { readdir, readFile } from 'node:fs/promises';

/**
 * Processor time in ms that all threads of a process, and of the processes that it has started, have had so far. The kernel
 * counts it in nanoseconds: the first number of `schedstat`, https://docs.kernel.org/scheduler/sched-stats.html
 */
export async function processorMs(pid: number): Promise<number> {
  const pids = [pid, ...descendantsOf(pid, await readProcesses())];
  const threads = (await Promise.all(pids.map(threadsOf))).flat();
  const nanoseconds = await Promise.all(threads.map(async (thread) => parseInt(await read(`${thread}/schedstat`), 10)));
  return nanoseconds.reduce((sum, value) => sum + value, 0) / 1e6;
}

/** Processor time in ms of the thread alone that runs the program's own JavaScript: its id is that of the process. */
export async function mainThreadMs(pid: number): Promise<number> {
  return parseInt(await read(`/proc/${pid}/task/${pid}/schedstat`), 10) / 1e6;
}

/** Physical memory of a process. */
export async function residentMb(pid: number): Promise<number> {
  const kib = /^VmRSS:\s*(\d+) kB$/m.exec(await read(`/proc/${pid}/status`))?.[1];
  return (Number(kib) * 1024) / 1e6;
}

/** `ticks`: hundredths of a second of processor time, its own and that of its children that have ended. */
export type Process = { pid: number; parent: number; ticks: number };

/** https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
export function parseProcess(stat: string): Process {
  // The second field is the program's name in brackets, and may contain brackets and spaces.
  const [, parent = NaN, ...others] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [user = 0, system = 0, userOfEnded = 0, systemOfEnded = 0] = others.slice(9, 13);
  return { pid: parseInt(stat, 10), parent, ticks: user + system + userOfEnded + systemOfEnded };
}

export function descendantsOf(pid: number, processes: readonly Process[]): number[] {
  const children = processes.filter(({ parent }) => parent === pid).map((child) => child.pid);
  return children.flatMap((child) => [child, ...descendantsOf(child, processes)]);
}

export async function readProcesses(): Promise<Process[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const stats = await Promise.all(pids.map((pid) => read(`/proc/${pid}/stat`).catch(unlessEnded)));
  return stats.filter((stat) => stat !== undefined).map(parseProcess);
}

/** A process may end while the list is read. */
function unlessEnded(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH'))
    return undefined;
  throw error;
}

async function threadsOf(pid: number): Promise<string[]> {
  return (await readdir(`/proc/${pid}/task`)).map((thread) => `/proc/${pid}/task/${thread}`);
}

const read = (file: string) => readFile(file, 'utf8');
