import { Agent, get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { underLoad } from '../load';
import { startCandor } from '../sites';
import { startLoadReceiver } from '../start-load-receiver';
import { percentile } from '../statistics';
import { dsn } from '../wizard/dsn';
import type { Axis } from './axis';

const secondsOf = (perSecond: number) => (perSecond < 10 ? 15 : 5);

/** One instance, whose visitors do not wait for each other. */
export const failuresASecond: Axis = {
  title: 'failures a second',
  steps: [1, 10, 50, 100, 200, 500],
  figures: [
    { figure: 'served', title: 'served', unit: '/s', isMoreBetter: true, isProportional: true, isCharted: true },
    { figure: 'cpu', title: 'processor time of one', unit: 'ms', digits: 1, isCharted: true },
    { figure: 'p50', title: 'p50', unit: 'ms' },
    { figure: 'p99', title: 'p99', unit: 'ms' },
    { figure: 'memory', title: 'memory', unit: 'MB' },
  ],
  async measure(perSecond) {
    const receiver = await startLoadReceiver();
    const server = await startCandor({ dsn });
    const url = `${server.url}/sentry-example-page?fail=server-render`;
    await underLoad(server, { url, status: 500, warmUp: 100, requests: 200 });
    const requests = perSecond * secondsOf(perSecond);
    const before = await server.processorMs();
    const from = performance.now();
    const times = await requestAtRate(url, { perSecond, requests, status: 500 });
    const seconds = (performance.now() - from) / 1_000;
    // The last one is due one step before the time is over.
    const served = times.length / Math.max(seconds, requests / perSecond);
    await pause(1_000); // What is done after the last response belongs to it.
    const cpu = ((await server.processorMs()) - before) / times.length;
    const memory = await server.memoryMb();
    await server.end();
    await receiver.end();
    return { served, cpu, p50: percentile(times, 0.5), p99: percentile(times, 0.99), memory };
  },
};

type AtRate = { perSecond: number; requests: number; status: number };

/**
 * Requests a page at a steady rate, answered or not.
 * @returns ms from when each request was due to the end of its response; without those whose connection was not accepted or broke
 */
async function requestAtRate(url: string, { perSecond, requests, status }: AtRate): Promise<number[]> {
  const agent = new Agent({ keepAlive: true });
  const from = performance.now();
  const times = Array.from({ length: requests }, async (_, index) => {
    const dueMs = (index * 1_000) / perSecond;
    await pause(dueMs);
    const answered = await statusOf(url, agent);
    if (answered !== undefined && answered !== status) throw new Error(`${url} answered ${answered}, not ${status}.`);
    return answered === undefined ? [] : [performance.now() - from - dueMs];
  });
  const all = (await Promise.all(times)).flat();
  agent.destroy();
  return all;
}

/** `fetch` would give up after ten seconds without a connection. `undefined`: there is no response. */
function statusOf(url: string, agent: Agent): Promise<number | undefined> {
  return new Promise((resolve) => {
    get(url, { agent, timeout: 120_000 }, (response) => {
      response.on('error', () => resolve(undefined)).on('end', () => resolve(response.statusCode));
      response.resume();
    })
      .on('timeout', () => resolve(undefined))
      .on('error', () => resolve(undefined));
  });
}
