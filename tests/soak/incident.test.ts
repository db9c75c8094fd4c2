import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { manyFailures } from '../support/application';
import { respondWith } from '../support/fake-ingest';
import { mountDisk, mountIsMissing } from '../support/tmpfs';
import { receiverOfThisTest, tempFolder } from '../unit/delivery/set-up-delivery';
import { median, newEnvelope, startTested, statusOf } from './load';

const rounds = 11;
const failing = '/failing-page?fail=server-render';
const tooManyAlike = 'too many alike';

type Site = Awaited<ReturnType<typeof startSite>>;

async function startSite(settings: Record<string, string>) {
  const site = await startTested({ ...manyFailures, ...settings });
  return {
    ...site,
    url: site.url.replace('localhost', '127.0.0.1'),
    /** The processor time of the thread that responds to requests, in ms. */
    threadMs: async () => Number.parseInt(await readFile(`/proc/${site.pid}/schedstat`, 'utf8')) / 1e6,
    residentKb: async () => Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${site.pid}/status`, 'utf8'))?.[1]),
  };
}

/** How long each request for it takes, one after the other, in ms. */
async function timesOf({ url }: Site, path: string, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let turn = 0; turn < count; turn += 1) {
    const from = performance.now();
    expect(await statusOf(url + path)).toBe(200);
    times.push(performance.now() - from);
  }
  return times;
}

const inParallel = (count: number, work: () => Promise<unknown>) => Promise.all(Array.from({ length: count }, work));

/** The same page fails until no event is made of it any more. */
async function spendBudget({ url, log }: Site) {
  const headers = { RSC: '1' }; // As a navigation asks for it: the same failure, with half of the work.
  while (log.at(-1)?.dropped !== tooManyAlike) {
    await inParallel(10, () => statusOf(`${url}${failing}&_rsc`, { headers }));
  }
}

/** Clients that stay: some have begun a request, and some do not read the responses that they have asked for. */
async function holdConnections({ url }: Site, count: number, slowReaders: number) {
  const { port } = new URL(url);
  for (let index = 0; index < count; index += 1) {
    const socket = connect(Number(port), '127.0.0.1').on('error', () => {}); // It is cut off in the end.
    onTestFinished(() => void socket.destroy());
    const head = 'GET /failing-page HTTP/1.1\r\nHost: x\r\n';
    if (index < slowReaders) socket.pause().write(`${head}\r\n`.repeat(20));
    else socket.write(head);
  }
  expect(await statusOf(`${url}/monitoring`)).toBe(200);
}

/** Failures, by clients that each try twice again at once, and pages that do not fail among them. */
async function failAmongPages(site: Site) {
  const [before, times] = [await site.threadMs(), [] as number[]];
  await inParallel(8, async () => {
    for (let turn = 0; turn < 6; turn += 1) {
      for (let attempt = 0; attempt < 3; attempt += 1) expect(await statusOf(site.url + failing)).toBe(500);
      times.push(...(await timesOf(site, '/', 1)));
    }
  });
  return { threadMs: (await site.threadMs()) - before, pageMs: median(times) };
}

const title =
  'in a flood with a thousand connections, slow readers, a service that is down and a full disk, reporting adds less than a tenth to the work';

test.skipIf(mountIsMissing)(title + (mountIsMissing ? `, but ${mountIsMissing}` : ''), async () => {
  const ingest = await receiverOfThisTest();
  const folder = await tempFolder();
  const disk = mountDisk(folder);
  onTestFinished(() => void disk.unmount());
  const on = await startSite({ SENTRY_DSN: ingest.dsn, OUTBOX_DIR: folder });
  const off = await startSite({ SENTRY_DSN: '' });
  await Promise.all([on, off].map(spendBudget));
  for (const site of [on, off]) await holdConnections(site, 1_000, 20);
  ingest.answer(respondWith(503));
  await disk.fill();
  expect(await statusOf(`${on.url}/monitoring`, { method: 'POST', body: newEnvelope().body })).toBe(503);
  await on.waitForLog(({ msg }) => msg === 'the outbox cannot be written');

  const work: number[] = [];
  const latency: number[] = [];
  const memory: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    // One after the other, and the second one first in every other round.
    const first = await failAmongPages(round % 2 === 0 ? on : off);
    const second = await failAmongPages(round % 2 === 0 ? off : on);
    const [ofOn, ofOff] = round % 2 === 0 ? [first, second] : [second, first];
    work.push(ofOn.threadMs / ofOff.threadMs);
    latency.push(ofOn.pageMs / ofOff.pageMs);
    memory.push(await on.residentKb());
    expect(await statusOf(`${on.url}/monitoring`)).toBe(200);
  }
  const growth = median(memory.slice(-3)) / median(memory.slice(2, 5));
  const times = `${median(work).toFixed(3)} times the processor time, pages in ${median(latency).toFixed(2)} times the time`;
  console.log(`with reporting on ${times}, memory ${growth.toFixed(2)} times`);
  // The latency of a page is the thread's work before it. Its own figure depends on what else this machine does.
  expect(median(work)).toBeLessThan(1.1);
  expect(growth).toBeLessThan(1.2);

  const flood = inParallel(8, async () => {
    while ((await statusOf(on.url + failing)) !== undefined);
  });
  expect(await on.terminate()).toBe(0);
  await flood;
});
