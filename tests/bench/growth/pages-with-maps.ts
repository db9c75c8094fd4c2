import { startFakeIngest, type FakeIngest } from '../../support/fake-ingest';
import { waitUntil } from '../../support/wait-until';
import type { Server } from '../server';
import { startCandor } from '../sites';
import { median } from '../statistics';
import type { Axis } from './axis';
import { buildPagesSite, pathOfPage, sourceOfPage } from './pages-site';

const steps = [10, 100, 1_000];
const later = 8;

/** Failures of a build with so many pages, each of which has chunks and maps of its own. */
export const pagesWithMaps: Axis = {
  title: 'pages with source maps',
  steps,
  figures: [
    { figure: 'start', title: 'start to first response', unit: 'ms', isCharted: true },
    { figure: 'first', title: 'first failure to its acceptance', unit: 'ms', isCharted: true },
    { figure: 'later', title: "another page's failure to its acceptance", unit: 'ms' },
    { figure: 'memory', title: 'memory', unit: 'MB', isCharted: true },
  ],
  async prepare() {
    for (const step of steps) await buildPagesSite(step);
  },
  async measure(pages) {
    const receiver = await startFakeIngest();
    const server = await startCandor({ dsn: receiver.dsn, serverFile: await buildPagesSite(pages) });
    const first = await acceptanceOf(0, server, receiver);
    const others: number[] = [];
    while (others.length < later) others.push(await acceptanceOf(others.length + 1, server, receiver));
    const memory = await server.memoryMb();
    await server.end();
    await receiver.close();
    return { start: server.startMs, first, later: median(others), memory };
  },
};

/** Milliseconds from the request for a page that fails to the moment when its event, which names the source, was at the receiver. */
async function acceptanceOf(page: number, { url }: Server, { arrivals }: FakeIngest): Promise<number> {
  const from = Date.now();
  const response = await fetch(url + pathOfPage(page));
  await response.arrayBuffer();
  const isOfPage = (text: string) => text.includes(`Page ${page} fails.`);
  const arrival = await waitUntil(`the event of page ${page}`, () =>
    arrivals.find(({ bytes }) => isOfPage(bytes.toString())),
  );
  if (!arrival.bytes.toString().includes(sourceOfPage(page)))
    throw new Error(`Page ${page}: its event names no source.`);
  return arrival.at - from;
}
