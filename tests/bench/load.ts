import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { setTimeout as pause } from 'node:timers/promises';
import { startProcess } from '../../scripts/run/processes';
import { pinned } from './pinned';

const loadGenerator = fileURLToPath(import.meta.resolve('autocannon'));

/** So many requests, as fast as they are answered. Every answer must have this status. */
type Load = {
  url: string;
  status: number;
  requests: number;
  connections?: number;
  /** A file of requests, in the form of an HTTP archive, to be sent in place of GETs. */
  archive?: string;
};

type Report = {
  requests: { total: number };
  duration: number;
  latency: { p99: number };
  errors: number;
  statusCodeStats: object;
};

/**
 * Loads a server twice, first with `warmUp` requests, and measures the second load.
 * @param settleMs what the server does for so long after the last response belongs to the load, too
 * @returns processor time of the server in ms a request, requests per second, and 99th percentile of their time in ms
 */
export async function underLoad(
  server: { processorMs: () => Promise<number> },
  { warmUp, settleMs = 0, ...measured }: Load & { warmUp: number; settleMs?: number },
): Promise<{ cpu: number; rps: number; p99: number }> {
  await load({ ...measured, requests: warmUp });
  const before = await server.processorMs();
  const { rps, p99 } = await load(measured);
  await pause(settleMs);
  return { cpu: ((await server.processorMs()) - before) / measured.requests, rps, p99 };
}

async function load({ url, status, requests, connections = 10, archive }: Load): Promise<{ rps: number; p99: number }> {
  // Every 10 ms it looks whether it is done: by default once a second, and what it waits would count. A request may take
  // 30 s: on a busy machine a slow one is a figure, too.
  const how = ['--json', '-L', '10', '-t', '30', '-c', String(connections), '-a', String(requests)];
  const program = pinned('load', [loadGenerator, ...how, ...(archive === undefined ? [] : ['--har', archive]), url]);
  const { child, ended } = startProcess(...program, { stdio: ['ignore', 'pipe', 'ignore'] });
  if (!child.stdout) throw new Error('The load generator was not started.');
  const printed = await text(child.stdout);
  await ended;
  const lastLine = printed.trim().split('\n').at(-1) ?? '';
  const { duration, latency, errors, statusCodeStats, ...made } = JSON.parse(lastLine) as Report;
  const statuses = Object.keys(statusCodeStats).join(', ');
  if (errors > 0 || statuses !== String(status)) {
    throw new Error(`Under load ${url} answered ${statuses || 'nothing'} with ${errors} errors, not only ${status}.`);
  }
  return { rps: made.requests.total / duration, p99: latency.p99 };
}
