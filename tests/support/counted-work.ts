import { join } from 'node:path';
import type { Application } from './application';
import { waitUntil } from './wait-until';

/** A setting of a server whose work is counted: see count-work.mjs. */
export const NODE_OPTIONS = `--import ${join(import.meta.dirname, 'count-work.mjs')}`;

/** The work that Candor's code has made since the last call. */
export async function countsOf({ log, signal }: Pick<Application, 'log' | 'signal'>) {
  const isCounted = ({ msg }: { msg: string }) => msg === 'counted';
  const before = log.filter(isCounted).length;
  signal('SIGUSR2');
  return waitUntil('the counts', () => log.filter(isCounted)[before]);
}

/**
 * What one request costs: of each count the median of many, one at a time. Between them is what comes by the clock (a beat, a look at the
 * outbox, a budget that refills), and on a slow machine that is often in a sum of ten, but in less than half of the single ones.
 */
export async function workOfOne(site: Pick<Application, 'log' | 'signal'>, request: (turn: number) => Promise<void>) {
  const many = 41;
  const each: Record<string, unknown>[] = [];
  await countsOf(site);
  for (let turn = 0; turn < many; turn += 1) {
    await request(turn);
    each.push(await countsOf(site));
  }
  const names = [...new Set(each.flatMap(Object.keys))].filter((name) => name !== 'subscribers' && name !== 'msg');
  const median = (name: string) =>
    each.map((counts) => Number(counts[name] ?? 0)).toSorted((one, other) => one - other)[many >> 1];
  const costs = names.map((name) => [name, median(name)] as const).filter(([, count]) => count !== 0);
  return { subscribers: each.at(-1)?.subscribers, costs: Object.fromEntries(costs) as Record<string, number> };
}
