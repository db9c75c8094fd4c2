import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pass } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createOutbox } from '../../candor/src/outbox/disk/disk-outbox';
import { root } from '../../scripts/run/root';
import { redisIsMissing, startRedis } from '../support/redis';
import { waitUntil } from '../support/wait-until';
import { envelopeOf, plenty, receiverOfThisTest, tempFolder } from '../unit/delivery/set-up-delivery';
import { newId, newPrefix, startInstance } from '../unit/outbox/redis/set-up-shared';
import { ask, failing } from './bench/load';
import { startReceiver, startServer, type Subject } from './bench/server';
import { build, makeSites, siteFolder } from './bench/sites';
import { median } from './bench/statistics';
import { idsAt } from './load';

/** What one more costs, by how many there are: `unit` names both. `limit`: the last may cost so many times what the first costs. */
type Growth = { what: string; unit: string; limit: number; points: [size: number, cost: number][] };

async function failuresPerSecond(): Promise<Growth> {
  onTestFinished(await startReceiver());
  const start = async (subject: Subject) => {
    const server = await startServer(subject, { node: process.execPath, outbox: await tempFolder() });
    onTestFinished(server.end);
    /** At this rate, or as fast as it can. */
    return async function fail(rate: number, count: number) {
      const [from, before] = [performance.now(), await server.processorMs()];
      const failures: Promise<unknown>[] = [];
      for (let made = 0; made < count; made += 1) {
        await pass(Math.max(0, from + (made * 1_000) / rate - performance.now()));
        failures.push(ask(server, failing));
      }
      await Promise.all(failures);
      const served = Math.round((count / (performance.now() - from)) * 1_000);
      return { rate: Math.min(rate, served), ms: ((await server.processorMs()).main - before.main) / count };
    };
  };
  const [failOn, failOff] = [await start('candor'), await start('off')];
  for (const fail of [failOn, failOff]) await fail(50, 200);
  const points: Growth['points'] = [];
  for (const rate of [1, 5, 25, 100, 500]) {
    const count = Math.min(2 * rate + 20, 900); // Fewer in all than the 2,000 that are alike and have an event each.
    const [on, off] = [await failOn(rate, count), await failOff(rate, count)];
    points.push([on.rate, on.ms / off.ms]);
  }
  return { what: 'a failing page', unit: 'times reporting off, by failures a second', limit: 1.3, points };
}

/** What it takes to keep each of so many, in ms. */
async function costsToKeep(count: number): Promise<number[]> {
  const outbox = createOutbox(await tempFolder(), plenty);
  const costs: number[] = [];
  for (let kept = 0; kept < count; kept += 1) {
    const before = process.cpuUsage();
    await outbox.put(envelopeOf(newId()), { source: 'server', claimed: false });
    const { user, system } = process.cpuUsage(before);
    costs.push((user + system) / 1_000);
  }
  return costs;
}

async function keptEnvelopes(): Promise<Growth> {
  await costsToKeep(3_000); // So that the code is compiled.
  const costs = await costsToKeep(plenty.envelopes);
  const around = (size: number) => median(costs.slice(Math.max(0, size - 250), size + 250));
  const points = [250, 1_000, 2_500, 5_000, 10_000].map((size): [number, number] => [size, around(size)]);
  return { what: 'to keep an envelope', unit: 'ms, by envelopes that are kept', limit: 1.5, points };
}

async function pages(): Promise<Growth> {
  await makeSites();
  const points: Growth['points'] = [];
  for (const count of [10, 30, 100, 300, 1_000]) {
    const seconds = { bare: 0, candor: 0 };
    for (const site of ['bare', 'candor'] as const) {
      for (let page = 3; page < count; page += 1) {
        const folder = join(siteFolder(site), `app/page-${page}`);
        await mkdir(folder, { recursive: true });
        await writeFile(join(folder, 'page.tsx'), `export default function Page() {\n  return <p>${page}</p>;\n}\n`);
      }
      seconds[site] = (await build(site))['build-time'];
    }
    points.push([count, seconds.candor / seconds.bare]);
  }
  return { what: '`next build`', unit: 'times bare Next.js, by pages', limit: 1.2, points };
}

async function instances(): Promise<Growth> {
  const redis = await startRedis();
  onTestFinished(() => redis.stop());
  const points: Growth['points'] = [];
  for (const count of [1, 2, 4, 6, 8]) {
    const [prefix, receiver] = [newPrefix(), await receiverOfThisTest()];
    const start = () => startInstance({ url: redis.url, prefix, receiver });
    const started = await Promise.all(Array.from({ length: count }, start));
    await Promise.all(started.map(({ delivery }) => delivery.start()));
    await redis.ask('CONFIG RESETSTAT');
    const events = 100 * count;
    for (let event = 0; event < events; event += 1) await started[event % count]?.delivery.submit(envelopeOf(newId()));
    await waitUntil('all to arrive', () => idsAt(receiver).length >= events, 60_000);
    const stats = await redis.ask('INFO commandstats');
    const calls = Array.from(stats.matchAll(/_eval\w*:calls=(\d+)/g), ([, each]) => Number(each));
    points.push([count, calls.reduce((sum, each) => sum + each, 0) / events]);
  }
  return { what: 'an event', unit: 'calls of Redis, by instances', limit: 1.5, points };
}

function chartOf(all: Growth[]): string {
  const rows = all.map(({ what, unit, points }) => {
    const costs = points.map(([size, cost]) => `${size.toLocaleString('en')}: ${cost.toFixed(2)}`);
    return `- ${what}, ${unit}: ${costs.join(', ')}`;
  });
  const lines = all.map(({ points }) => `  line [${timesTheFirst(points).join(', ')}]`);
  const axes = '  x-axis [smallest, small, middle, large, largest]\n  y-axis "times the cost at the smallest" 0 --> 2';
  return [...rows, '', '```mermaid', 'xychart-beta', axes, ...lines, '```'].join('\n');
}

const timesTheFirst = (points: Growth['points']) =>
  points.map(([, cost]) => (cost / (points[0]?.[1] ?? NaN)).toFixed(2));

test.skipIf(redisIsMissing)('what one more costs does not grow with how many there are', async () => {
  const all = [await keptEnvelopes(), await instances(), await pages(), await failuresPerSecond()];
  console.log(chartOf(all));
  for (const { what, limit, points } of all) expect(Number(timesTheFirst(points).at(-1)), what).toBeLessThan(limit);
  if (!process.env.UPDATE_DOCS) return;
  const file = join(root, 'docs/performance.md');
  const between = /(<!-- growth -->\n)[^]*?(<!-- \/growth -->)/;
  await writeFile(file, (await readFile(file, 'utf8')).replace(between, `$1\n${chartOf(all)}\n\n$2`));
});
