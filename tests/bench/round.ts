import type { Browser } from 'playwright';
import { waitUntil } from '../support/wait-until';
import { measureBytes, measurePaint } from './browser';
import { load } from './load';
import type { Measured } from './rows';
import { startServer, type Server } from './server';
import { siteNames, startCandor, type SiteName } from './sites';
import { startLoadReceiver } from './start-load-receiver';
import { receiverPort } from './wizard/dsn';

const examplePage = '/sentry-example-page';
const failingPage = `${examplePage}?fail=server-render`;
const dsn = `http://publickey@127.0.0.1:${receiverPort}/1`;

type Servers = Record<SiteName, Server>;
type Note = (site: SiteName, figures: Record<string, number>) => void;

/** Everything once, of each site in turn: what slows the machine for a while slows all of them. */
export async function measureRound(
  files: Record<SiteName, string>,
  browser: Browser,
  measured: Measured,
): Promise<void> {
  const note: Note = (site, figures) => {
    for (const [figure, value] of Object.entries(figures)) (measured[site][figure] ??= []).push(value);
  };
  const receiver = await startLoadReceiver();
  const bare = await startServer(files.bare);
  const candor = await startCandor(dsn);
  const wizard = await startServer(files.wizard);
  const servers: Servers = { bare, candor, wizard };

  for (const site of siteNames) {
    note(site, { start: servers[site].startMs });
    await (await fetch(servers[site].url + examplePage)).arrayBuffer();
    note(site, { 'memory-start': await servers[site].memoryMb() });
  }
  for (const site of siteNames) note(site, await measureBytes(browser, `${servers[site].url}/`));
  for (const site of siteNames) note(site, await measurePaint(browser, `${servers[site].url}/`));
  for (const [name, page] of Object.entries({ home: '/', example: examplePage })) {
    for (const site of siteNames) note(site, await underLoad(name, servers[site].url + page, 200));
  }
  for (const site of siteNames) note(site, { 'memory-load': await servers[site].memoryMb() });

  await measureFailing(servers, note);
  for (const site of siteNames) note(site, { 'memory-failing': await servers[site].memoryMb() });
  await receiver.hang();
  for (const site of ['candor', 'wizard'] as const) {
    note(site, await underLoad('hanging', servers[site].url + failingPage, 500));
    await servers[site].end(); // What it keeps trying would slow the next one.
  }
  await bare.end();
  await receiver.end();
}

async function measureFailing({ bare, candor, wizard }: Servers, note: Note): Promise<void> {
  const ofBare = await underLoad('failing', bare.url + failingPage, 500);
  note('bare', { ...ofBare, ...renamed(ofBare, 'hanging'), ...renamed(ofBare, 'off') });
  note('candor', await underLoad('failing', candor.url + failingPage, 500));
  await allDelivered(candor);
  note('wizard', await underLoad('failing', wizard.url + failingPage, 500));
  const silent = await startCandor('');
  note('candor', await underLoad('off', silent.url + failingPage, 500));
  await silent.end();
}

async function underLoad(name: string, url: string, status: number): Promise<Record<string, number>> {
  const { perSecond, p99Ms } = await load(url, status);
  return { [`${name}-rps`]: perSecond, [`${name}-p99`]: p99Ms };
}

/** Bare Next.js knows no receiver: what fails there is the same whatever becomes of reports. */
function renamed(figures: Record<string, number>, name: string): Record<string, number> {
  return Object.fromEntries(Object.entries(figures).map(([figure, value]) => [figure.replace('failing', name), value]));
}

/** Otherwise it would go on sending while the next one is measured. */
function allDelivered({ url }: Server): Promise<true> {
  return waitUntil(
    'the outbox to be empty',
    async () => {
      const { delivery } = (await (await fetch(`${url}/monitoring`)).json()) as { delivery: { queued: number } };
      return delivery.queued === 0;
    },
    60_000,
  );
}
