import { once } from 'node:events';
import { createServer } from 'node:net';
import { listenOnce } from '../../scripts/build/check-port.mjs';

// Below the ports that the system assigns by itself (32768), so that no other server gets one between the probe and the start of
// the caller's server. None of them is one that browsers block.
const lowest = 11_000;
const highest = 32_699;
const rangeSize = 100;

let range = { next: 0, end: 0 };

/** Gives a free port of 127.0.0.1 that neither this process nor another one that asks here gets again. */
export async function freePort(): Promise<number> {
  if (range.next === range.end) range = await claimRange();
  const port = range.next++;
  const problem = await listenOnce('port', port, '127.0.0.1');
  return problem === undefined ? port : freePort();
}

/** This process listens on the first port of a range for as long as it lives, so that no other one takes the range. */
async function claimRange(): Promise<typeof range> {
  for (let first = lowest; first <= highest; first += rangeSize) {
    const claim = createServer().unref();
    try {
      await once(claim.listen({ port: first, host: '127.0.0.1', exclusive: true }), 'listening');
      return { next: first + 1, end: first + rangeSize };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    }
  }
  throw new Error(`Every range of ports between ${lowest} and ${highest} is in use.`);
}
