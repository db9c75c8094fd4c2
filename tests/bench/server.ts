import { setTimeout as pause } from 'node:timers/promises';
import { exitWithParent, startProcess } from '../../scripts/run/processes';
import { freePort } from '../support/free-port';
import { pinned } from './pinned';
import { mainThreadMs, processorMs, residentMb } from './processor-time';

const timeoutMs = 120_000; // One that finds an outbox of 100,000 events starts late.

type Start = {
  serverFile: string;
  settings?: Record<string, string>;
  /** By default it is on the servers' core alone. */
  isPinned?: boolean;
};

/** A standalone server. What it prints goes nowhere, at no cost that the sites do not share. */
export async function startServer({ serverFile, settings = {}, isPinned = true }: Start) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const place = { HOSTNAME: '127.0.0.1', PORT: String(port) };
  const env = { PATH: process.env.PATH, NODE_ENV: 'production' as const, ...place, ...settings };
  const args = ['--import', exitWithParent, serverFile];
  const program = isPinned ? pinned('server', args) : ([process.execPath, args] as const);
  const from = performance.now();
  const { child, ended } = startProcess(...program, { env, stdio: ['pipe', 'ignore', 'ignore'] });
  // Without it another server at the same port would be taken for this one.
  const endedEarly = ended.then((status) => Promise.reject(new Error(`${serverFile} ended with status ${status}.`)));
  await Promise.race([firstAnswer(`${url}/`, from + timeoutMs), endedEarly]);
  const pid = child.pid ?? NaN;

  return {
    url,
    port,
    /** From before the process was there to the end of the first page's first byte. */
    startMs: performance.now() - from,
    memoryMb: () => residentMb(pid),
    processorMs: () => processorMs(pid),
    mainThreadMs: () => mainThreadMs(pid),
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
      if (response.ok) return;
      throw new Error(`${url} answered ${response.status}`);
    } catch (error) {
      if (performance.now() > deadline) throw error;
    }
    await pause(2); // What is measured is a hundred times as long.
  }
}
