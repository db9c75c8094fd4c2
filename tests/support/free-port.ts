import { once } from 'node:events';
import { createServer } from 'node:net';

let nextPort = 20_000 + 1_000 * Number(process.env.TEST_PARALLEL_INDEX ?? 0);

/**
 * A port that nobody listens on, from this worker's own range: below those that the system gives away by itself, so that
 * no receiver gets it between this look and the server's start.
 */
export async function freePort(): Promise<number> {
  const port = nextPort++;
  const probe = createServer().listen(port, '127.0.0.1');
  const isFree = await new Promise<boolean>((resolve) => {
    probe.once('listening', () => resolve(true));
    probe.once('error', () => resolve(false));
  });
  if (!isFree) return freePort();
  probe.close();
  await once(probe, 'close');
  return port;
}
