import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { exitWithParent, startProcess, type Environment } from '../../../scripts/run/processes';
import { freePort } from '../../support/free-port';
import { receiverPort } from './receiver.mjs';
import { dsn, siteFolder, type Site } from './sites';

/** `off`: Candor without a DSN. */
export type Subject = Site | 'off';
export type Server = Awaited<ReturnType<typeof startServer>>;

// Servers have a core of their own, where the system can do that. What measures is on the other: see run.ts.
const canPin = spawnSync('taskset', ['-c', '0,1', 'true']).status === 0;
const settings = {
  BROWSER_EVENTS_PER_HOUR: '99999999',
  TRUSTED_PROXY_HOPS: '1',
  FORWARD_TO: `http://127.0.0.1:${receiverPort}/api/1/envelope/?sentry_key=publickey`,
};

type How = { node: string; outbox: string; by?: 'standalone' | 'next start'; log?: number; more?: Environment };

/** Starts a subject, and resolves at the first byte of its first page. */
export async function startServer(subject: Subject, { node, outbox, by = 'standalone', log, more }: How) {
  const top = siteFolder(subject === 'off' ? 'candor' : subject);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const program = by === 'standalone' ? ['.next/standalone/server.js'] : ['node_modules/next/dist/bin/next', 'start'];
  const args = [node, '--import', exitWithParent, ...program];
  const { PATH } = process.env;
  const place = { PATH, NODE_ENV: 'production', HOSTNAME: '127.0.0.1', PORT: String(port) };
  const own = { OUTBOX_DIR: outbox, SENTRY_DSN: dsn, ...more, ...(subject === 'off' && { SENTRY_DSN: '' }) };
  const [file = '', ...rest] = canPin ? ['taskset', '-c', '0', ...args] : args;
  const from = performance.now();
  const stdio = ['pipe', log ?? 'ignore', log ?? 'ignore'] as const;
  const { child, ended } = startProcess(file, rest, { cwd: top, env: { ...place, ...settings, ...own }, stdio });
  const endedEarly = ended.then((status) => Promise.reject(new Error(`${subject} ended with status ${status}.`)));
  await Promise.race([firstResponse(url), endedEarly]);
  const startMs = performance.now() - from;
  const pid = child.pid ?? NaN;
  return {
    subject,
    url,
    startMs,
    signal: (signal: NodeJS.Signals) => child.kill(signal),
    memoryMb: async () => {
      const kib = /^VmRSS:\s*(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1];
      return (Number(kib) * 1_024) / 1e6;
    },
    /** Processor time so far of the thread that runs JavaScript, and of all threads. https://docs.kernel.org/scheduler/sched-stats.html */
    async processorMs() {
      const threads = await readdir(`/proc/${pid}/task`);
      const ms = async (thread: string) =>
        parseInt(await readFile(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').catch(() => '0'), 10) / 1e6; // It has ended.
      const all = await Promise.all(threads.map(ms));
      return { main: await ms(String(pid)), all: all.reduce((sum, each) => sum + each, 0) };
    },
    // At once: a server with requests in flight would wait for them.
    async end() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

async function firstResponse(url: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetch(url).catch(() => undefined);
    if (response?.ok) return;
    if (response || attempt > 20_000) throw new Error(`${url} does not respond as it should: ${response?.status}.`);
    await pause(2);
  }
}

/** The reporting service. */
export async function startReceiver() {
  const args = [join(import.meta.dirname, 'receiver.mjs')];
  const { child, ended } = startProcess(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  await Promise.race([once(child, 'message'), ended.then(() => Promise.reject(new Error('No receiver.')))]);
  return async () => {
    child.kill('SIGKILL');
    await ended;
  };
}
