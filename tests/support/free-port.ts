import { listenOnce } from '../../candor/policy/listen-once';

/**
 * Gives ports that nobody listens on, from here upwards: from below those that the system gives away by itself, so that
 * no ingest gets one between the look at it and the server's start.
 */
export function freePortsFrom(first: number): () => Promise<number> {
  let next = first;
  return async function freePort(): Promise<number> {
    const port = next++;
    const problem = await listenOnce({ setting: 'port', port, host: '127.0.0.1' });
    return problem === undefined ? port : freePort();
  };
}
