import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Application, LogLine } from './application';
import { waitUntil } from './wait-until';

const imported = ['settable-clock.mjs', 'freeze-after-requests.mjs'].map(
  (file) => `--import=${pathToFileURL(join(import.meta.dirname, file)).href}`,
);

export type Answer = { status: number; headers: NodeJS.Dict<string | string[]>; text: string };
type Asked = { method?: string; headers?: Record<string, string>; body?: string };

/**
 * A stand-in for a platform that runs a process only while it has a request, and one process at a time: see freeze-after-requests.mjs.
 * @param start starts the server with these settings, and those of the test
 * @param options.waits whether the platform offers `waitUntil`
 */
export async function startOnPlatform(
  start: (settings: Record<string, string>) => Promise<Application>,
  { waits }: { waits: boolean },
) {
  const folder = await mkdtemp(join(tmpdir(), 'candor-platform-'));
  const CLOCK_FILE = join(folder, 'clock');
  const settings = {
    NODE_OPTIONS: imported.join(' '),
    CLOCK_FILE,
    LIFETIME: 'request',
    PLATFORM_WAITS: waits ? 'on' : 'off',
  };
  const started: Application[] = [];

  async function startOne(): Promise<Application> {
    const application = await start(settings);
    started.push(application);
    await frozen(application, 1); // By the request that has found it ready.
    return application;
  }

  let current = await startOne();

  return {
    /**
     * Wakes the process for one request, and waits until it is frozen again. Rejects when it gives no answer.
     * @param asked.aheadMs its clock is set, as those of machines are that were asleep
     */
    async ask(path: string, { aheadMs, ...asked }: Asked & { aheadMs?: number } = {}): Promise<Answer> {
      const times = freezes(current);
      current.signal('SIGCONT');
      if (aheadMs !== undefined) {
        await writeFile(CLOCK_FILE, String(aheadMs));
        current.signal('SIGUSR2');
        await waitUntil('the clock to be set', () => current.output.stdout.includes(`"aheadMs":${aheadMs},`));
      }
      const answer = await ask(`${current.url}${path}`, asked);
      await frozen(current, times + 1);
      return answer;
    },
    /** Ends the process as it is, frozen, and starts another one. */
    async replace(): Promise<void> {
      await current.stop();
      current = await startOne();
    },
    /** Of all processes. */
    lines: (): LogLine[] => started.flatMap(({ log }) => log),
    async stop(): Promise<void> {
      await current.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const freezes = ({ output }: Application) =>
  Number(
    output.stdout
      .match(/^frozen \d+$/gm)
      ?.at(-1)
      ?.slice(7) ?? 0,
  );

/** It says so just before it is: somebody who woke it up in between would have done so in vain. */
const frozen = (application: Application, times: number) =>
  waitUntil('the process to be frozen', () => freezes(application) >= times && isStopped(application.pid));

/** @see https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
const isStopped = (pid: number): boolean =>
  / T /.test(readFileSync(`/proc/${pid}/stat`, 'utf8').split(')').at(-1) ?? '');

function ask(url: string, { body, ...options }: Asked): Promise<Answer> {
  return new Promise((resolve, reject) => {
    // A connection of its own: one that is kept may be closed by the process that wakes up.
    const asking = request(url, { ...options, agent: false, timeout: 20_000 }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (more: string) => (text += more));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
      response.on('error', reject);
    });
    asking.on('timeout', () => asking.destroy(new Error(`${url} gives no answer.`)));
    asking.on('error', reject);
    asking.end(body);
  });
}
