import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { setTimeout as pause } from 'node:timers/promises';
import { startProcess } from '../../scripts/run/processes';
import { pinned } from './pinned';

const loadGenerator = fileURLToPath(import.meta.resolve('autocannon'));

/** So many requests, as fast as they are answered. Every answer must have this status, or one of these. */
type Load = {
  url: string;
  status: number | number[];
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

/** `mainThreadMs`: where it has a thread that runs JavaScript. */
type Measurable = { processorMs: () => Promise<number>; mainThreadMs?: () => Promise<number> };

/**
 * Loads a server twice, first with `warmUp` requests, and measures the second load.
 * @param settleMs what the server does for so long after the last response belongs to the load, too
 * @returns processor time of the server in ms a request, of its main thread and of all threads (`cpu`), requests per second, and
 * 99th percentile of their time in ms
 */
export async function underLoad(
  server: Measurable,
  { warmUp = 0, settleMs = 0, ...measured }: Load & { warmUp?: number; settleMs?: number },
): Promise<{ main?: number; cpu: number; rps: number; p99: number }> {
  if (warmUp > 0) await load({ ...measured, requests: warmUp });
  const [main, cpu] = [await server.mainThreadMs?.(), await server.processorMs()];
  const { rps, p99 } = await load(measured);
  await pause(settleMs);
  const perRequest = (from: number, to: number) => (to - from) / measured.requests;
  return {
    ...(main !== undefined && { main: perRequest(main, (await server.mainThreadMs?.()) ?? NaN) }),
    cpu: perRequest(cpu, await server.processorMs()),
    rps,
    p99,
  };
}

export async function load({
  url,
  status,
  requests,
  connections = 10,
  archive,
}: Load): Promise<{ rps: number; p99: number }> {
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
  const [statuses, wanted] = [Object.keys(statusCodeStats), [status].flat().map(String)];
  if (errors > 0 || statuses.length === 0 || !statuses.every((each) => wanted.includes(each))) {
    const given = statuses.join(', ') || 'nothing';
    throw new Error(`Under load ${url} answered ${given} with ${errors} errors, not only ${wanted.join(', ')}.`);
  }
  return { rps: made.requests.total / duration, p99: latency.p99 };
}
