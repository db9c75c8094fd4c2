import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { startProcess } from '../../scripts/run/processes';
import { pinned } from './pinned';

const loadGenerator = fileURLToPath(import.meta.resolve('autocannon'));
const connections = '10';
const warmUpSeconds = '2';
const seconds = '3';

type Report = {
  requests: { total: number };
  duration: number;
  latency: { p99: number };
  errors: number;
  statusCodeStats: Record<string, { count: number }>;
};

/** As many requests as the server answers, over ten connections. Every answer must have this status. */
export async function load(url: string, status: number): Promise<{ perSecond: number; p99Ms: number }> {
  const warmUp = ['--warmup', '[', '-c', connections, '-d', warmUpSeconds, ']'];
  const { child, ended } = startProcess(
    ...pinned('load', [loadGenerator, '--json', '-c', connections, '-d', seconds, ...warmUp, url]),
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  if (!child.stdout) throw new Error('The load generator was not started.');
  const printed = await text(child.stdout);
  await ended;
  const { requests, duration, latency, errors, statusCodeStats } = JSON.parse(lastLine(printed)) as Report;
  const statuses = Object.keys(statusCodeStats).join(', ');
  if (errors > 0 || statuses !== String(status)) {
    throw new Error(`Under load ${url} answered ${statuses || 'nothing'} with ${errors} errors, not only ${status}.`);
  }
  return { perSecond: requests.total / duration, p99Ms: latency.p99 };
}

const lastLine = (lines: string) => lines.trim().split('\n').at(-1) ?? '';
