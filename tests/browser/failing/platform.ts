import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Application, LogLine } from '../../support/application';
import { rawRequest, type RawRequest } from '../../support/raw-request';
import { waitUntil } from '../../support/wait-until';

const imported = ['../../support/settable-clock.mjs', 'freeze-after-requests.mjs'].map(
  (file) => `--import=${pathToFileURL(join(import.meta.dirname, file)).href}`,
);

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
     * Wakes the process for one request, and waits until it is frozen again.
     * @param asked.aheadMs its clock is set, as those of machines are that were asleep
     */
    async ask(path: string, { aheadMs, ...asked }: Omit<RawRequest, 'path'> & { aheadMs?: number } = {}) {
      const times = freezes(current);
      current.signal('SIGCONT');
      if (aheadMs !== undefined) {
        await writeFile(CLOCK_FILE, String(aheadMs));
        current.signal('SIGUSR2');
        await waitUntil('the clock to be set', () => current.output.stdout.includes(`"aheadMs":${aheadMs}}`));
      }
      const { pathname, search } = new URL(path, current.url);
      // On a connection of its own: one that is kept may be closed by the process that wakes up.
      const { body, ...answer } = await rawRequest(current.url, { path: pathname + search, ...asked });
      await frozen(current, times + 1);
      return { ...answer, text: body.toString() };
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

const freezes = ({ output }: Application) => output.stdout.match(/^frozen \d+$/gm)?.length ?? 0;

/** It says so just before it is: somebody who woke it up in between would have done so in vain. */
const frozen = (application: Application, times: number) =>
  waitUntil('the process to be frozen', () => freezes(application) >= times && isStopped(application.pid));

/** @see https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
const isStopped = (pid: number): boolean =>
  / T /.test(readFileSync(`/proc/${pid}/stat`, 'utf8').split(')').at(-1) ?? '');
