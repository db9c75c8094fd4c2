import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { manyFailures, standalone, startProcess, type Application } from '../support/application';
import { accept, faults, startFakeIngest } from '../support/fake-ingest';
import { startNginx } from '../support/nginx';
import { redisIsMissing, startRedis, type Redis } from '../support/redis';
import { waitUntil } from '../support/wait-until';
import { isLong } from './size';

const count = isLong ? 1_000 : 60;
const kills = isLong ? 3 : 1;
const faultMs = isLong ? 4_000 : 600;
const senders = 6;

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
  { timeout: 1_200_000 },
  async () => {
    const [redis, ingest] = [await startRedis(), await startFakeIngest()];
    const started: Instance[] = [];
    onTestFinished(() => redis.stop()); // However the test ends: it is no child that ends with this process.

    /** An instance on an address of its own, as on a machine of its own. */
    async function start(HOSTNAME: string, PORT?: string): Promise<Instance> {
      const folder = await mkdtemp(join(tmpdir(), 'candor-soak-'));
      const clock = { NODE_OPTIONS: `--import=${settableClock}`, CLOCK_AHEAD_MS: String(clocksAheadMs[HOSTNAME]) };
      const places = { SENTRY_DSN: ingest.dsn, OUTBOX_URL: redis.url, OUTBOX_DIR: folder, HOSTNAME };
      const settings = { ...places, ...clock, ...manyFailures };
      const server = join(standalone.tested, 'server.js');
      const application = await startProcess(() => [server], { ...settings, ...(PORT && { PORT }) });
      const instance = { ...application, folder, address: `${HOSTNAME}:${application.port}` };
      started.push(instance);
      return instance;
    }
    const instances = await Promise.all(Object.keys(clocksAheadMs).map((host) => start(host)));
    const nginx = await startNginx(instances.map(({ address }) => address));

    let isOver = false;
    async function breakService() {
      const names = ['closed', ...Object.keys(faults)];
      for (let turn = 0; turn < names.length || !isOver; turn += 1) {
        const name = names[turn % names.length] ?? 'closed';
        if (name === 'closed') await ingest.close();
        else ingest.answer(faults[name] ?? accept);
        await pass(isLong ? 2_000 : 150);
        if (name === 'closed') await ingest.open();
      }
    }

    let made = 0;
    let killed = 0;
    async function breakRedis() {
      for (let turn = 0; turn < redisFaults.length || killed < kills; turn += 1) {
        const mend = await redisFaults[turn % redisFaults.length]?.(redis);
        await pass(faultMs);
        await mend?.();
        // What an instance could not give to Redis is gone with its disk: so it is killed when it has nothing of that kind.
        await waitUntil('all that was kept to be shared', () => isBack(instances));
        if (killed < kills && made >= (count * (killed + 1)) / (kills + 1)) await killOne(killed++);
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

    const acknowledged = new Set<string>();
    /** Repeats until there is a response, as a browser does. */
    async function postEnvelope() {
      const id = randomBytes(16).toString('hex');
      const body = `{"event_id":"${id}","sent_at":"2026-01-01T00:00:00.000Z"}\n{"type":"event"}\n{"event_id":"${id}"}`;
      for (;;) {
        const status = await statusOf(`${nginx.url}/monitoring`, { method: 'POST', body });
        if (status === 200 || status === 202) return void acknowledged.add(id);
        await pass(50);
      }
    }

    async function failAndPost() {
      while (made < count || !isOver) {
        made += 1;
        await Promise.all([statusOf(`${nginx.url}/failing-page?fail=server-render`), postEnvelope()]);
      }
    }

    await Promise.all([breakService(), breakRedis(), ...Array.from({ length: senders }, failAndPost)]);
    ingest.answer(accept);

    const arrived = () => ingest.accepted.map(({ header }) => String(header.event_id));
    const logged = started.flatMap(({ log }) =>
      log.flatMap(({ msg, digest }) => (msg === 'request failed' && digest ? [digest] : [])),
    );
    const expected = [...acknowledged, ...logged];
    const missing = () => {
      const ids = new Set(arrived());
      return expected.filter((id) => !ids.has(id));
    };
    await waitUntil('all to arrive', () => missing().length === 0, 240_000).catch(() => {});
    expect(missing()).toEqual([]);
    expect(acknowledged.size).toBeGreaterThanOrEqual(count);
    expect(logged.length).toBeGreaterThan(made / 2); // Some requests have met a dead instance.

    const some = expected.filter((_, index) => index % Math.ceil(expected.length / 40) === 0);
    for (const id of some) {
      const states = await Promise.all(instances.map(({ url }) => stateOf(url, id)));
      expect(states).toEqual(Array(3).fill('sent'));
    }
    const ids = new Set(arrived());
    const duplicates = arrived().length - ids.size;
    console.log(`${acknowledged.size} acknowledged, ${logged.length} logged, ${ids.size} arrived, ${duplicates} twice`);
    expect(duplicates).toBeLessThanOrEqual(isLong ? ids.size / 100 : kills * senders * 2);

    await nginx.stop();
    await Promise.all(started.map((instance) => instance.stop()));
    await Promise.all(started.map(({ folder }) => rm(folder, { recursive: true, force: true })));
    await ingest.close();
  },
);

/** Whether these have given all to Redis that they had kept themselves. */
async function isBack(instances: Instance[]): Promise<boolean> {
  const reports = await Promise.all(
    instances.map(async ({ url }) => {
      const response = await fetch(`${url}/monitoring`);
      return ((await response.json()) as { delivery: { queuedHere: number } }).delivery.queuedHere;
    }),
  );
  return reports.every((queuedHere) => queuedHere === 0);
}

async function stateOf(url: string, id: string): Promise<string> {
  const response = await fetch(`${url}/monitoring?event=${id}`);
  return ((await response.json()) as { state: string }).state;
}

/** `undefined`: no response, since the process was killed. */
async function statusOf(url: string, init?: RequestInit): Promise<number | undefined> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(20_000) });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return undefined;
  }
}

function pass(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms));
}
