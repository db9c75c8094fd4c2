import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pass } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { manyFailures, standalone, startProcess, type Application } from '../support/application';
import { accept } from '../support/fake-ingest';
import { startNginx } from '../support/nginx';
import { redisIsMissing, startRedis, type Redis } from '../support/redis';
import { waitUntil } from '../support/wait-until';
import { receiverOfThisTest, tempFolder } from '../unit/delivery/set-up-delivery';
import { breakService, countDuplicates, digestsIn, droppedIn, idsAt, postEnvelope, senders, statusOf } from './load';
import { isLong, killsOfLong } from './size';

const kills = isLong ? killsOfLong : 1;
const count = (isLong ? 130 : 60) * kills;
const faultMs = isLong ? 2_000 : 600;

/** The clocks of the machines differ by up to twenty minutes. */
const clocksAheadMs: Record<string, number> = { '127.0.0.2': 0, '127.0.0.3': 600_000, '127.0.0.4': -600_000 };
const settableClock = pathToFileURL(join(import.meta.dirname, '../support/settable-clock.mjs')).href;

const redisFaults: ((redis: Redis) => Promise<() => Promise<unknown>>)[] = [
  async (redis) => (await redis.kill(), redis.restart),
  async (redis) => (redis.pause(), async () => redis.resume()),
  async (redis) => (await redis.ask('CONFIG SET maxmemory 1'), () => redis.ask('CONFIG SET maxmemory 0')),
  async (redis) => (await redis.ask('REPLICAOF 127.0.0.1 1'), () => redis.ask('REPLICAOF NO ONE')),
  async (redis) => (await redis.ask('CLIENT PAUSE 700 ALL'), () => redis.ask('CLIENT KILL TYPE normal SKIPME yes')),
];

type Instance = Application & { folder: string; address: string };

test.skipIf(redisIsMissing)(
  `three instances without a shared disk, with clocks that differ, deliver at least ${count} events of the server and ${count} of browsers, every one that was logged or acknowledged, through every fault of the service and of Redis, while ${kills} of them are killed and their disks removed`,
  { timeout: 1_200_000 * kills },
  async () => {
    const [redis, ingest] = [await startRedis(), await receiverOfThisTest()];
    const started: Instance[] = [];
    onTestFinished(() => redis.stop()); // However the test ends: it is no child that ends with this process.

    /** An instance on an address of its own, as on a machine of its own. */
    async function start(HOSTNAME: string, PORT?: string): Promise<Instance> {
      const folder = await tempFolder();
      const clock = { NODE_OPTIONS: `--import=${settableClock}`, CLOCK_AHEAD_MS: String(clocksAheadMs[HOSTNAME]) };
      const places = { SENTRY_DSN: ingest.dsn, OUTBOX_URL: redis.url, OUTBOX_DIR: folder, HOSTNAME };
      const settings = { ...places, ...clock, ...manyFailures };
      const server = join(standalone.tested, 'server.js');
      const application = await startProcess(() => [server], { ...settings, ...(PORT && { PORT }) });
      onTestFinished(() => application.stop());
      const instance = { ...application, folder, address: `${HOSTNAME}:${application.port}` };
      started.push(instance);
      return instance;
    }
    const instances = await Promise.all(Object.keys(clocksAheadMs).map((host) => start(host)));
    const nginx = await startNginx(instances.map(({ address }) => address));
    onTestFinished(() => nginx.stop());

    let isOver = false;
    let made = 0;
    let killed = 0;
    async function breakRedis() {
      for (let turn = 0; turn < redisFaults.length || killed < kills; turn += 1) {
        const mend = await redisFaults[turn % redisFaults.length]?.(redis);
        await pass(faultMs);
        await mend?.();
        // What an instance could not give to Redis is gone with its disk: so it is killed when it has nothing of that kind.
        await waitUntil('all that was kept to be shared', () => isBack(instances));
        if (killed < kills && made >= (count * (killed + 1)) / (kills + 1)) await killOne(killed++ % instances.length);
        await pass(faultMs);
      }
      isOver = true;
    }

    async function killOne(place: number) {
      const [instance] = instances.slice(place, place + 1);
      if (instance === undefined) throw new Error(`There is no instance ${place}.`);
      await instance.stop();
      await rm(instance.folder, { recursive: true });
      const [host = '', port] = instance.address.split(':');
      instances[place] = await start(host, port);
    }

    const acknowledged: string[] = [];
    async function failAndPost() {
      while (made < count || !isOver) {
        made += 1;
        const failing = statusOf(`${nginx.url}/failing-page?fail=server-render`);
        const [id] = await Promise.all([postEnvelope(() => nginx.url), failing]);
        acknowledged.push(id);
      }
    }

    const broken = breakService(ingest, isLong ? 2_000 : 150, () => isOver);
    await Promise.all([broken, breakRedis(), ...Array.from({ length: senders }, failAndPost)]);
    ingest.answer(accept);

    const logged = started.flatMap(({ log }) => digestsIn(log));
    const expected = [...acknowledged, ...logged];
    const missing = () => {
      const known = new Set([...idsAt(ingest), ...started.flatMap(({ log }) => droppedIn(log))]);
      return expected.filter((id) => !known.has(id));
    };
    await waitUntil('all to arrive', () => missing().length === 0, 240_000).catch(() => {});
    expect(missing()).toEqual([]);
    expect(acknowledged.length).toBeGreaterThanOrEqual(count);
    expect(logged.length).toBeGreaterThan(made / 2); // Some requests have met a dead instance.

    // An event has arrived, and is sent again, where the service broke off its response.
    await waitUntil(
      'nothing to be queued',
      async () => (await reportsOf(instances)).every(({ queued }) => queued === 0),
      300_000,
    );
    const some = expected.filter((_, index) => index % Math.ceil(expected.length / 40) === 0);
    for (const id of some) {
      const found = await Promise.all(
        instances.map(({ url }) => ask<{ state: string }>(`${url}/monitoring?event=${id}`)),
      );
      const state = idsAt(ingest).includes(id) ? 'sent' : 'dropped';
      expect(found.map((each) => each.state)).toEqual(Array(3).fill(state));
    }
    const figures = { acknowledged: acknowledged.length, logged: logged.length };
    const { duplicates, arrived } = countDuplicates(ingest, figures);
    expect(duplicates).toBeLessThanOrEqual(isLong ? arrived / 100 : kills * senders * 2);
  },
);

const ask = async <Reply>(url: string) => (await (await fetch(url)).json()) as Reply;

/** Whether these have given all to Redis that they had kept themselves. */
async function isBack(instances: Instance[]): Promise<boolean> {
  return (await reportsOf(instances)).every(({ queuedHere }) => queuedHere === 0);
}

async function reportsOf(instances: Instance[]) {
  type Report = { delivery: { queued: number; queuedHere: number } };
  const reports = await Promise.all(instances.map(({ url }) => ask<Report>(`${url}/monitoring`)));
  return reports.map(({ delivery }) => delivery);
}
