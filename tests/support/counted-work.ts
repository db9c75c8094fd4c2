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

/** Counts nothing until the next call of `countsOf`, since counting takes ten times as long as the work. */
export const stopCounting = ({ signal }: Pick<Application, 'signal'>) => signal('SIGWINCH');
