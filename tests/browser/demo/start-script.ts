import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { buildFingerprint } from '../../../scripts/build/build-fingerprint';
import { freePort } from '../../support/free-port';
import { spawnNode } from '../../support/stop-with-tests';
import { waitUntil } from '../../support/wait-until';

const root = join(import.meta.dirname, '../../..');

export const loopback = '127.0.0.1';

/** The start script in a process of its own, with these settings only and on free ports unless they say otherwise. */
export async function startScript(settings: Record<string, string>) {
  const [port, inboxPort] = [await freePort(), await freePort()];
  const env: Record<string, string | undefined> = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    HOST: loopback,
    PORT: String(port),
    INBOX_PORT: String(inboxPort),
    ...settings,
  };
  // Otherwise the script would build, and take away the build that other tests are running.
  const fingerprint = readFileSync(join(root, '.next/standalone/build.sha256'), 'utf8');
  if (fingerprint !== buildFingerprint(env)) throw new Error('The build is not up to date: run `npm test browser`.');

  // What a developer has in his own `.env` decides nothing here, least of all where events go.
  const withoutEnvFile = ['--import', 'data:text/javascript,process.loadEnvFile = () => {}'];
  const child = spawnNode([...withoutEnvFile, join(root, 'scripts/bootstrap.mjs'), 'start'], {
    env,
    signal: 'SIGTERM',
  });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => void (output[name] += text));
  }
  // Closed, not only exited: what it started writes there too, so that nothing of it is left either.
  let end: { code: number | null } | undefined;
  child.once('close', (code) => (end = { code }));
  const ended = () => waitUntil('the start script to end', () => end && { ...end, ...output });

  return {
    port,
    inboxPort,
    url: `http://${loopback}:${port}`,
    inboxUrl: `http://localhost:${inboxPort}`,
    /** What it prints when all is up, by name. */
    addresses: () =>
      waitUntil('the addresses', () => {
        if (end) throw new Error(`The start script ended with ${end.code}:\n${output.stderr}`);
        if (!output.stdout.includes('Ctrl-C')) return undefined;
        return Object.fromEntries([...output.stdout.matchAll(/^ {2}(\S.*?) {2,}(http\S+)$/gm)].map((m) => m.slice(1)));
      }),
    kill: (signal: NodeJS.Signals) => child.kill(signal),
    ended,
    async stop() {
      if (end) return;
      child.kill('SIGTERM');
      await ended().finally(() => child.kill('SIGKILL'));
    },
  };
}

export type StartScript = Awaited<ReturnType<typeof startScript>>;

/** What comes of a connection: `connected`, or the code of the error. */
export function knock(port: number, host = loopback): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ port, host });
    socket.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code));
    socket.once('connect', () => {
      socket.destroy();
      resolve('connected');
    });
  });
}
