import { existsSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { spawnNode } from '../support/stop-with-tests';
import { freePort } from '../support/free-port';
import { waitUntil } from '../support/wait-until';

/** Starts it as Next's documentation says: with `next start`, or the server of `output: 'standalone'`. */
export async function serve(by: 'start' | 'standalone', { folder, dsn }: { folder: string; dsn: string }) {
  const port = await freePort();
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, NODE_ENV: 'production', SENTRY_DSN: dsn, PORT: String(port) };
  const standalone = join(folder, '.next/standalone');
  if (by === 'standalone') {
    for (const files of ['public', '.next/static'].filter((one) => existsSync(join(folder, one))))
      await cp(join(folder, files), join(standalone, files), { recursive: true });
  }
  const [args, cwd] =
    by === 'start' ? [['node_modules/next/dist/bin/next', 'start'], folder] : [['server.js'], standalone];
  const child = spawnNode(args, { env, cwd, signal: 'SIGTERM' });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()));
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = `http://127.0.0.1:${port}`;
  const responds = async () => {
    if (child.exitCode !== null) throw new Error(`The server ended:\n${output}`);
    return (await fetch(`${url}/monitoring`).catch(() => undefined))?.ok;
  };
  await waitUntil('the server', responds, 60_000);
  return {
    url,
    output: () => output,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
