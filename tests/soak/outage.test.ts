import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pass } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { manyFailures, standalone, startProcess, type Application } from '../support/application';
import { accept } from '../support/fake-ingest';
import { startNginx } from '../support/nginx';
import { redisIsMissing, startRedis } from '../support/redis';
import { limitDescriptors, mountDisk, mountIsMissing } from '../support/tmpfs';
import { waitUntil } from '../support/wait-until';
import { receiverOfThisTest, tempFolder } from '../unit/delivery/set-up-delivery';
import { breakService, countDuplicates, digestsIn, droppedIn, idsAt, postEnvelope, senders, statusOf } from './load';
import { isLong, killsOfLong } from './size';

const kills = isLong ? killsOfLong : 2;
const count = (isLong ? 130 : 50) * kills;
/** Longer than an instance takes to notice. */
const faultMs = isLong ? 2_000 : 1_600;

/** The clocks of the machines differ by up to twenty minutes. */
const clocksAheadMs: Record<string, number> = { '127.0.0.2': 0, '127.0.0.3': 600_000, '127.0.0.4': -600_000 };
const settableClock = pathToFileURL(join(import.meta.dirname, '../support/settable-clock.mjs')).href;

type Instance = Application & { folder: string; address: string };
/** Breaks the store of an instance, and gives back what mends it. */
type Fault = (instance: Instance) => Promise<() => unknown>;
type Store = { settings?: Record<string, string>; faults: Fault[]; folderOf: () => Promise<string>; isShared: boolean };

/** The disk outlives the instances. */
async function openFolder(): Promise<Store> {
  const folder = await tempFolder();
  const folderOf = () => Promise.resolve(folder);
  if (mountIsMissing) return { faults: [], folderOf, isShared: false };
  const disk = mountDisk(folder);
  onTestFinished(() => void disk.unmount());
  const faults: Fault[] = [
    async () => (await disk.fill(), disk.empty),
    async () => (await disk.makeReadOnly(), disk.makeWritable),
    async ({ pid }) => limitDescriptors(pid, 20),
  ];
  return { faults, folderOf, isShared: false };
}

/** Each instance has a disk of its own, which is gone with it. */
async function openRedis(): Promise<Store> {
  const redis = await startRedis();
  onTestFinished(() => redis.stop()); // However the test ends: it is no child that ends with this process.
  const faults: Fault[] = [
    async () => (await redis.kill(), redis.restart),
    async () => (redis.pause(), async () => redis.resume()),
    async () => (await redis.ask('CONFIG SET maxmemory 1'), () => redis.ask('CONFIG SET maxmemory 0')),
    async () => (await redis.ask('REPLICAOF 127.0.0.1 1'), () => redis.ask('REPLICAOF NO ONE')),
    async () => (await redis.ask('CLIENT PAUSE 700 ALL'), () => redis.ask('CLIENT KILL TYPE normal SKIPME yes')),
  ];
  return { settings: { OUTBOX_URL: redis.url }, faults, folderOf: tempFolder, isShared: true };
}

const stores = [
  [`one folder${mountIsMissing ? `, whose disk works all the time: ${mountIsMissing}` : ''}`, openFolder, undefined],
  ['Redis, without a shared disk', openRedis, redisIsMissing],
] as const;

for (const [name, open, isMissing] of stores) {
  test.skipIf(isMissing)(
    `three instances on ${name}, with clocks that differ, deliver at least ${count} events of the server and ${count} of browsers, every one that was logged or acknowledged, through every fault of the service and of the store, while ${kills} of them are killed`,
    { timeout: 1_200_000 * kills },
    async () => {
      const [store, ingest] = [await open(), await receiverOfThisTest()];
      const started: Instance[] = [];

      /** An instance on an address of its own, as on a machine of its own. */
      async function start(HOSTNAME: string, PORT?: string): Promise<Instance> {
        const folder = await store.folderOf();
        const clock = { NODE_OPTIONS: `--import=${settableClock}`, CLOCK_AHEAD_MS: String(clocksAheadMs[HOSTNAME]) };
        const places = { SENTRY_DSN: ingest.dsn, OUTBOX_DIR: folder, HOSTNAME, ...(PORT && { PORT }) };
        const settings = { ...places, ...clock, ...manyFailures, ...store.settings };
        const application = await startProcess(() => [join(standalone.tested, 'server.js')], settings);
        onTestFinished(() => application.stop());
        const instance = { ...application, folder, address: `${HOSTNAME}:${application.port}` };
        started.push(instance);
        return instance;
      }
      const instances = await Promise.all(Object.keys(clocksAheadMs).map((host) => start(host)));
      const at = (place: number) => instances[place % instances.length] as Instance;
      const nginx = await startNginx(instances.map(({ address }) => address));
      onTestFinished(() => nginx.stop());

      let isOver = false;
      let made = 0;
      let killed = 0;
      async function breakStore() {
        for (let turn = 0; turn < store.faults.length || killed < kills; turn += 1) {
          const mend = await store.faults[turn % store.faults.length]?.(at(turn));
          await pass(faultMs);
          await mend?.();
          await pass(faultMs);
          // What an instance could not give to its store is gone with it: so it is killed when it has nothing of that kind.
          await waitUntil('all that was kept to be in the store', () => isBack(instances));
          if (killed < kills && made >= (count * (killed + 1)) / (kills + 1)) await killOne(killed++);
        }
        isOver = true;
      }

      async function killOne(place: number) {
        const { stop, folder, address } = at(place);
        await stop();
        if (store.isShared) await rm(folder, { recursive: true });
        const [host = '', port] = address.split(':');
        instances[place % instances.length] = await start(host, port);
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
      await Promise.all([broken, breakStore(), ...Array.from({ length: senders }, failAndPost)]);
      ingest.answer(accept);

      const logged = started.flatMap(({ log }) => digestsIn(log));
      const dropped = () => started.flatMap(({ log }) => droppedIn(log));
      const expected = [...acknowledged, ...logged];
      const missing = () => {
        const known = new Set([...idsAt(ingest), ...dropped()]);
        return expected.filter((id) => !known.has(id));
      };
      await waitUntil('all to arrive', () => missing().length === 0, 240_000).catch(() => {});
      expect(missing()).toEqual([]);
      expect(logged.length).toBeGreaterThan(made / 2); // Some requests have met a dead instance.

      // An event has arrived, and is sent again, where the service broke off its response.
      const isEmpty = async () => (await reportsOf(instances)).every(({ queued }) => queued === 0);
      await waitUntil('nothing to be queued', isEmpty, 300_000);
      const some = expected.filter((_, index) => index % Math.ceil(expected.length / 40) === 0);
      for (const id of store.isShared ? some : []) {
        const asked = instances.map(({ url }) => ask<{ state: string }>(`${url}/monitoring?event=${id}`));
        const state = idsAt(ingest).includes(id) ? 'sent' : 'dropped';
        expect((await Promise.all(asked)).map((each) => each.state)).toEqual(Array(3).fill(state));
      }
      console.log(`${new Set(dropped()).size} dropped by name`);
      const { duplicates, arrived } = countDuplicates(ingest, acknowledged.length, logged.length);
      // Deliveries in flight when a process is killed may arrive twice; of many that is few.
      expect(duplicates).toBeLessThanOrEqual(isLong ? arrived / 100 : kills * senders * 2);
    },
  );
}

const ask = async <Reply>(url: string) => (await (await fetch(url)).json()) as Reply;

/** Whether these have given all to their store that they had kept themselves. */
async function isBack(instances: Instance[]): Promise<boolean> {
  const works = ({ log }: Instance) =>
    [/^the outbox can.* be written/, /^the shared outbox is/].every((states) => {
      const last = log.findLast(({ msg }) => states.test(msg))?.msg ?? '';
      return !/cannot|unavailable/.test(last);
    });
  return instances.every(works) && (await reportsOf(instances)).every(({ queuedHere = 0 }) => queuedHere === 0);
}

async function reportsOf(instances: Instance[]) {
  type Report = { delivery: { queued: number; queuedHere?: number } };
  const reports = await Promise.all(instances.map(({ url }) => ask<Report>(`${url}/monitoring`)));
  return reports.map(({ delivery }) => delivery);
}
