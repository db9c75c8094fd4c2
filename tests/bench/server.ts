import { execFile } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { exitWithParent, startProcess } from '../../scripts/run/processes';
import { freePortsFrom } from '../support/free-port';
import { pinned } from './pinned';

const freePort = freePortsFrom(28_000);
const timeoutMs = 30_000;

/** A standalone server on the servers' core. What it prints goes nowhere, at no cost that the sites do not share. */
export async function startServer(serverFile: string, settings: Record<string, string> = {}) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const surroundings = {
    PATH: process.env.PATH,
    NODE_ENV: 'production' as const,
    HOSTNAME: '127.0.0.1',
    PORT: String(port),
  };
  const from = performance.now();
  const { child, ended } = startProcess(...pinned('server', ['--import', exitWithParent, serverFile]), {
    env: { ...surroundings, ...settings },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  // Without it another server at the same port would be taken for this one.
  const endedEarly = ended.then((status) => Promise.reject(new Error(`${serverFile} ended with status ${status}.`)));
  await Promise.race([firstAnswer(`${url}/`, from + timeoutMs), endedEarly]);

  return {
    url,
    /** From before the process was there to the end of the first page's first byte. */
    startMs: performance.now() - from,
    memoryMb: () => residentMb(child.pid ?? NaN),
    // At once: a server with requests in flight would wait for them.
    async end() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

export type Server = Awaited<ReturnType<typeof startServer>>;

async function firstAnswer(url: string, deadline: number): Promise<void> {
  for (;;) {
    try {
      const response = await fetch(url);
      if (!response.ok) throw new Error(`${url} answered ${response.status}`);
      return;
    } catch (error) {
      if (performance.now() > deadline) throw error;
    }
    await pause(2); // What is measured is a hundred times as long.
  }
}

/** Physical memory of a process; `ps` tells it in KiB. */
async function residentMb(pid: number): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)]);
  return (Number(stdout) * 1024) / 1e6;
}
