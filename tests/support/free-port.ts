import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Gives ports that nobody listens on, from here upwards: from below those that the system gives away by itself, so that
 * no ingest gets one between the look at it and the server's start.
 */
export function freePortsFrom(first: number): () => Promise<number> {
  let next = first;
  return async function freePort() {
    const port = next++;
    const probe = createServer().listen(port, '127.0.0.1');
    const isFree = await new Promise<boolean>((resolve) => {
      probe.once('listening', () => resolve(true));
      probe.once('error', () => resolve(false));
    });
    if (!isFree) return freePort();
    probe.close();
    await once(probe, 'close');
    return port;
  };
}
