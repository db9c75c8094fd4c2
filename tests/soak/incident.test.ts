import { spawnSync } from 'node:child_process';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pass } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { LogLine } from '../support/application';
import { accept, respondWith } from '../support/fake-ingest';
import { waitUntil } from '../support/wait-until';
import { plenty, receiverOfThisTest, tempFolder } from '../unit/delivery/set-up-delivery';
import { ask, dynamic, failing, load } from './bench/load';
import { startServer, type Server, type Subject } from './bench/server';
import { build, makeSites } from './bench/sites';
import { median } from './bench/statistics';
import { digestsIn, idsAt } from './load';

const minutesDown = 10;
const blockMs = 60_000;
const memoryMb = 512;
/** What Node 24 takes for objects where a container has so much memory. */
const NODE_OPTIONS = '--max-old-space-size=211';

const mixed = (turn: number) => (turn % 2 ? failing : dynamic);

/** Requests a second, of which half fail. */
async function capacityOf(server: Server): Promise<number> {
  await load(server, 2_000, mixed);
  const from = performance.now();
  await load(server, 4_000, mixed);
  return 4_000_000 / (performance.now() - from);
}

/** Requests that come when they come, of which half fail; and the median time of one that does not, in ms. The server stands still otherwise. */
async function flood(server: Server, perSecond: number) {
  server.signal('SIGCONT');
  const pages: Promise<number>[] = [];
  const failures: Promise<unknown>[] = [];
  const from = performance.now();
  for (let at = 0; at < blockMs; at += (-Math.log(Math.random()) * 1_000) / perSecond) {
    const early = from + at - performance.now();
    if (early > 0) await pass(early);
    if (Math.random() < 0.5) failures.push(ask(server, failing));
    else pages.push(ask(server, dynamic));
  }
  await Promise.all(failures);
  return median(await Promise.all(pages));
}

const bytesIn = (folder: string) => parseInt(spawnSync('du', ['-sb', folder], { encoding: 'utf8' }).stdout, 10);

vi.setConfig({ testTimeout: 3_600_000 });

test('on one core and 512 MB, while half of the pages fail and the service is down, the others are as fast as without reporting', async () => {
  await makeSites();
  for (const site of ['bare', 'candor'] as const) await build(site);
  spawnSync('taskset', ['--all-tasks', '-cp', '1', String(process.pid)]);
  const ingest = await receiverOfThisTest(respondWith(503));
  const [folder, log] = [await tempFolder(), join(await tempFolder(), 'log')];
  const file = await open(log, 'w');
  onTestFinished(() => file.close());
  const start = async (subject: Subject) => {
    const more = { NODE_OPTIONS, SENTRY_DSN: ingest.dsn };
    const how = subject === 'candor' ? { outbox: folder, log: file.fd } : { outbox: await tempFolder() };
    const server = await startServer(subject, { node: process.execPath, more, ...how });
    onTestFinished(server.end);
    return server;
  };
  const bare = await start('bare');
  const perSecond = 0.6 * (await capacityOf(bare));
  await bare.end();
  const [on, off] = [await start('candor'), await start('off')];
  for (const server of [on, off]) server.signal('SIGSTOP');

  const [times, memory, disk]: [number[], number[], number[]] = [[], [], []];
  for (let block = 0; block <= minutesDown; block += 1) {
    if (block === minutesDown) ingest.answer(accept);
    const pageMs = new Map<Server, number>();
    for (const server of block % 2 ? [off, on] : [on, off]) {
      pageMs.set(server, await flood(server, perSecond));
      server.signal('SIGSTOP');
    }
    times.push((pageMs.get(on) ?? NaN) / (pageMs.get(off) ?? NaN));
    memory.push(await on.memoryMb());
    disk.push(bytesIn(folder));
  }
  on.signal('SIGCONT');
  const lines = (await readFile(log, 'utf8')).split('\n').filter((line) => line.startsWith('{'));
  const past = lines.slice(lines.findIndex((line) => line.includes('"dropped"')));
  const reported = digestsIn(lines.map((line) => JSON.parse(line) as LogLine).filter(({ dropped }) => !dropped));
  const missing = () => new Set([...idsAt(ingest), ...reported]).size - new Set(idsAt(ingest)).size;
  await waitUntil('all that is reported to arrive', () => missing() === 0, 600_000); // A pause is at most 5 minutes.
  const bytesOfLine = past.join('\n').length / past.length;
  console.log({ perSecond, times, memory, disk, reported: reported.length, bytesOfLine });
  expect(reported.length).toBeGreaterThan(2_000);
  expect(median(times.slice(1))).toBeLessThan(1.1); // The first block spends the budget.
  expect(bytesOfLine).toBeLessThanOrEqual(300);
  expect(Math.max(...memory)).toBeLessThan(memoryMb);
  expect(median(memory.slice(-3)) / median(memory.slice(1, 4))).toBeLessThan(1.1);
  expect(Math.max(...disk)).toBeLessThanOrEqual(plenty.bytes);
});
