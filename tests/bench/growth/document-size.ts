import { buildSite } from '../build-site';
import { underLoad } from '../load';
import { startServer, type Server } from '../server';
import { startCandor } from '../sites';
import { buildPagesSite } from './pages-site';
import type { Axis } from './axis';

/** Of a page in kB; a document of 5 MB takes long enough that few do. */
const requestsOf = (kb: number) => Math.max(20, Math.min(500, Math.round(50_000 / kb)));

/** A cached page under hashes of its scripts, beside the same page of bare Next.js. */
export const documentSize: Axis = {
  title: 'kB of a cached page',
  steps: [10, 100, 1_000, 5_000],
  figures: [
    { figure: 'first', title: 'processor time of the first response', unit: 'ms', digits: 1, isCharted: true },
    { figure: 'bareFirst', title: "bare Next's first", unit: 'ms', digits: 1 },
    { figure: 'later', title: 'of a later one', unit: 'ms', digits: 2, isCharted: true },
    { figure: 'bareLater', title: "bare Next's later one", unit: 'ms', digits: 2 },
  ].map((figure) => ({ ...figure, isProportional: true }) as const) as Axis['figures'],
  async prepare() {
    await Promise.all([buildSite('sized'), buildPagesSite(10)]);
  },
  async measure(kb) {
    const [first, later] = await measureServer(
      await startCandor({ dsn: '', serverFile: await buildPagesSite(10) }),
      kb,
    );
    const bare = await startServer({ serverFile: await buildSite('sized') });
    const [bareFirst, bareLater] = await measureServer(bare, kb);
    return { first, bareFirst, later, bareLater };
  },
};

async function measureServer(server: Server, kb: number): Promise<[first: number, later: number]> {
  const url = `${server.url}/sized/${kb}`;
  // Warm, with a page of another size: the first of this one is what is measured.
  await underLoad(server, { url: `${server.url}/`, status: 200, requests: 200 });
  const before = await server.processorMs();
  const response = await fetch(url);
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`${url} responded with ${response.status}.`);
  const first = (await server.processorMs()) - before;
  const requests = requestsOf(kb);
  const { cpu } = await underLoad(server, { url, status: 200, warmUp: requests, requests, connections: 4 });
  await server.end();
  return [first, cpu];
}
