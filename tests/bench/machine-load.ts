import { readFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { descendantsOf, readProcesses } from './processor-time';

/** Cores that the benchmark kept busy, and that other programs did; the load average of a minute, at the end. */
export type MachineLoad = { ours: number; others: number; loadAverage: number };

/**
 * Watches the machine from now on.
 * @returns a function that gives its load since then
 */
export async function watchMachine(): Promise<() => Promise<MachineLoad>> {
  const from = await readTicks();
  return async () => machineLoad(from, await readTicks(), loadavg()[0] ?? NaN);
}

/** Processor time in hundredths of a second: of all programs, and of the benchmark; `at` in ms. */
type Ticks = { busy: number; ours: number; at: number };

export function machineLoad(from: Ticks, to: Ticks, loadAverage: number): MachineLoad {
  const elapsed = (to.at - from.at) / 10;
  const ours = (to.ours - from.ours) / elapsed;
  // The two are not read in the same moment, so they may differ by a tick.
  return { ours, others: Math.max(0, (to.busy - from.busy) / elapsed - ours), loadAverage };
}

async function readTicks(): Promise<Ticks> {
  const processes = await readProcesses();
  const own = [process.pid, ...descendantsOf(process.pid, processes)];
  const ours = processes.filter(({ pid }) => own.includes(pid)).reduce((sum, { ticks }) => sum + ticks, 0);
  return { busy: parseBusyTicks(await readFile('/proc/stat', 'utf8')), ours, at: performance.now() };
}

/** All but idle time. `steal` is what the hypervisor gave to others. https://man7.org/linux/man-pages/man5/proc_stat.5.html */
export function parseBusyTicks(stat: string): number {
  const [line = ''] = stat.split('\n');
  const [, user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = line.split(/ +/).map(Number);
  return user + nice + system + irq + softirq + steal;
}
