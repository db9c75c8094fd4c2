import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Gives free ports, from `first` upwards. Start below the ports that the system assigns by itself (32768), so that no other
 * server gets one between this probe and the start of the caller's server.
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
