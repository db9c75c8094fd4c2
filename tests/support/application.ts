import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { root } from '../../scripts/run/root';
import { freePort } from './free-port';
import { endProcess, spawnNode } from './stop-with-tests';
import { responds, waitUntil } from './wait-until';

/** One line of the application's log. */
export type LogLine = { msg: string; digest?: string; event?: string; state?: string; [field: string]: unknown };

// Next's types demand a NODE_ENV, which the server sets by itself.
const surroundings = { PATH: process.env.PATH, HOSTNAME: '127.0.0.1' } as unknown as NodeJS.ProcessEnv;
/** The folder that a deployment takes: of the application, and of the one with the tests' own pages (tested-application.ts). */
export const standalone = {
  own: join(root, '.next/standalone'),
  tested: join(root, '.copies/tested/.next/standalone'),
};

/** For tests that make more failures than a minute on purpose, or an hour of browsers, usually has. */
export const manyFailures = { FAILURES_PER_MINUTE: '999999', BROWSER_EVENTS_PER_HOUR: '99999999' };

/** The application as it is deployed: the built standalone server, in a process of its own, with these settings only. */
export async function startApplication(settings: Record<string, string>, folder = standalone.tested) {
  const OUTBOX_DIR = await mkdtemp(join(tmpdir(), 'candor-outbox-'));
  const application = await startProcess(() => [join(folder, 'server.js')], { OUTBOX_DIR, ...settings });
  return {
    ...application,
    async stop() {
      await application.stop();
      await rm(OUTBOX_DIR, { recursive: true, force: true });
    },
  };
}

/** Starts a server of Next's in a process of its own, under a release of Node, and resolves once it responds at `path`. */
export async function startProcess(
  args: (port: number) => string[],
  settings: Record<string, string>,
  cwd = root,
  path = '/monitoring',
  node?: string,
) {
  const port = Number(settings.PORT ?? (await freePort()));
  const url = `http://${settings.HOSTNAME ?? 'localhost'}:${port}`;
  // A group of its own: the development server has children.
  const child = spawnNode(args(port), {
    cwd,
    node,
    env: { ...surroundings, ...settings, PORT: String(port) },
    signal: 'SIGKILL',
  });
  const log: LogLine[] = [];
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    createInterface({ input: child[name] }).on('line', (line) => {
      output[name] += `${line}\n`;
      if (name === 'stdout' && line.startsWith('{')) log.push(JSON.parse(line) as LogLine);
    });
  await waitUntil('the application to respond', () => {
    if (child.exitCode !== null) throw new Error(`The application ended with ${child.exitCode}:\n${output.stderr}`);
    // What responds before that may be another server, on the same port.
    return output.stdout.includes('Ready') && responds(`${url}${path}`);
  });

  return {
    url,
    port,
    pid: child.pid ?? NaN,
    log,
    output,
    waitForLog: (isIt: (line: LogLine) => boolean): Promise<LogLine> =>
      waitUntil('a line in the log', () => log.find(isIt)),
    signal: (signal: NodeJS.Signals) => child.kill(signal),
    /** Asks it to end, and gives back its exit code. */
    terminate: (signal: NodeJS.Signals = 'SIGTERM') => endProcess(child, signal),
    async stop(): Promise<void> {
      await endProcess(child, 'SIGKILL', true);
    },
  };
}

export type Application = Awaited<ReturnType<typeof startProcess>>;

/** Starts the server where it must refuse to start, or is killed after `whileItRuns`; gives back what it says. */
export async function startInVain(
  settings: Record<string, string>,
  whileItRuns?: (url: string, output: { stdout: string }) => Promise<void>,
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const port = settings.PORT ?? String(await freePort());
  const args = [join(standalone.tested, 'server.js')];
  const child = spawnNode(args, { env: { ...surroundings, ...settings, PORT: port }, signal: 'SIGKILL' });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => void (output[name] += text));
  const closed = once(child, 'close') as Promise<[number | null]>;
  await whileItRuns?.(`http://127.0.0.1:${port}`, output);
  if (whileItRuns) child.kill('SIGKILL');
  const [code] = await closed;
  return { code, ...output };
}
