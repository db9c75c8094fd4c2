import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

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
  const probe = await listenOn(port);
  if (!probe) return freePort();
  await once(probe.close(), 'close');
  return port;
}

/** This process listens on the first port of a range for as long as it lives, so that no other one takes the range. */
async function claimRange(): Promise<typeof range> {
  for (let first = lowest; first <= highest; first += rangeSize) {
    if (await listenOn(first)) return { next: first + 1, end: first + rangeSize };
  }
  throw new Error(`Every range of ports between ${lowest} and ${highest} is in use.`);
}

async function listenOn(port: number): Promise<Server | undefined> {
  const server = createServer().unref().listen({ port, host: '127.0.0.1', exclusive: true });
  const ended = once(server, 'listening').then(
    () => server,
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EADDRINUSE') throw error;
    },
  );
  return (await ended) ?? undefined;
}
