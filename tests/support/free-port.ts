import { listenOnce } from '../../scripts/build/listen-once.mjs';

/**
 * Gives free ports, from `first` upwards. Start below the ports that the system assigns by itself (32768), so that no other
 * server gets one between this probe and the start of the caller's server.
 */
export function freePortsFrom(first: number): () => Promise<number> {
  let next = first;
  return async function freePort(): Promise<number> {
    const port = next++;
    const problem = await listenOnce({ setting: 'port', port, host: '127.0.0.1' });
    return problem === undefined ? port : freePort();
  };
}
