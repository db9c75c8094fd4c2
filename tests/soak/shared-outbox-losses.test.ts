import { setTimeout as pass } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { accept, respondWith } from '../support/fake-ingest';
import { redisIsMissing, startRedis, type Redis } from '../support/redis';
import { waitUntil } from '../support/wait-until';
import { envelopeOf, receiverOfThisTest } from '../unit/delivery/set-up-delivery';
import { copyRedis, newId, newPrefix, startInstance } from '../unit/outbox/redis/set-up-shared';
import { idsAt } from './load';
import { isLong } from './size';

const reason = 'the shared outbox has lost it';
const timeoutMs = isLong ? 1_200_000 : 240_000;
const instanceCount = 3;

const losses: [string, (redis: Redis) => Promise<unknown>][] = [
  ['FLUSHDB', (redis) => redis.ask('SELECT 3\r\nFLUSHDB')],
  ['a restart without AOF', async (redis) => (await redis.kill(), redis.restart())],
  ['a promoted replica that lagged behind', async (redis) => promoteReplica(redis)],
];

/** The replica gets nothing after its first second; then its state takes the place of the primary's. */
async function promoteReplica(redis: Redis) {
  const replica = await startRedis('--repl-diskless-sync-delay', '0');
  await copyRedis(replica, redis);
  await pass(isLong ? 2_000 : 500);
  await redis.kill();
  await redis.restart();
  await copyRedis(redis, replica);
  await replica.stop();
}

async function setUp({ limits = {}, timeoutMs = 500 } = {}) {
  const options = ['--appendonly', 'no', '--repl-diskless-sync-delay', '0'];
  const redis = await startRedis(...options);
  onTestFinished(() => redis.stop());
  const receiver = await receiverOfThisTest();
  const prefix = newPrefix();
  const start = () => startInstance({ url: redis.url, prefix, receiver, timeoutMs, limits });
  const instances = await Promise.all(Array.from({ length: instanceCount }, start));
  await Promise.all(instances.map(({ delivery }) => delivery.start()));
  const arrived = () => new Set(idsAt(receiver));
  const dropped = () =>
    instances
      .flatMap(({ logged }) => logged('event not delivered'))
      .flatMap((line) => (line.reason === reason ? [line.event] : []));
  return { redis, receiver, instances, arrived, dropped };
}

test.skipIf(redisIsMissing)(
  `of ${instanceCount} instances every event that was acknowledged is sent or counted, whatever Redis loses meanwhile`,
  { timeout: timeoutMs },
  async () => {
    const { redis, receiver, instances, arrived, dropped } = await setUp();
    const acknowledged: string[] = [];
    let isOver = false;

    async function makeEvents(place: number) {
      while (!isOver) {
        const instance = instances[place % instanceCount];
        const [ofServer, ofBrowser] = [newId(), newId()];
        await instance?.delivery.submit(envelopeOf(ofServer));
        acknowledged.push(ofServer);
        const { state } = (await instance?.delivery.accept(envelopeOf(ofBrowser))) ?? {};
        if (state === 'sent' || state === 'queued') acknowledged.push(ofBrowser);
        await pass(20);
      }
    }

    async function lose() {
      for (const [, loss] of losses) {
        receiver.answer(respondWith(503));
        const before = acknowledged.length;
        await waitUntil('some events', () => acknowledged.length > before + 30, 30_000);
        await loss(redis);
        await waitUntil('some more events', () => acknowledged.length > before + 60, 30_000);
        receiver.answer(accept);
      }
      isOver = true;
    }

    await Promise.all([lose(), ...Array.from({ length: 6 }, (_, place) => makeEvents(place))]);
    const missing = () => {
      const known = new Set([...arrived(), ...dropped()]);
      return acknowledged.filter((id) => !known.has(id));
    };
    await waitUntil('all to be sent or counted', () => missing().length === 0, timeoutMs / 2).catch(() => {});
    expect(missing()).toEqual([]);
    const counted = instances.map(({ delivery }) => delivery.stats().dropped[reason] ?? 0);
    expect(counted.reduce((sum, one) => sum + one)).toBe(dropped().length);
    expect(new Set(dropped()).size).toBe(dropped().length);
    const both = dropped().filter((id) => arrived().has(String(id))).length;
    const figures = `${arrived().size} arrived, ${dropped().length} lost, ${both} both`;
    console.log(`${acknowledged.length} acknowledged, ${figures}`);
    expect(dropped().length).toBeGreaterThan(0);
  },
);

if (isLong) {
  test.skipIf(redisIsMissing)(
    '20,000 envelopes that Redis keeps are counted when all of it is gone',
    { timeout: timeoutMs },
    async () => {
      const count = 20_000;
      const { redis, receiver, instances, dropped } = await setUp({
        limits: { envelopes: count, bytes: 1e9 },
        timeoutMs: 10_000,
      });
      receiver.answer(respondWith(429, {}, { 'Retry-After': '86400' }));
      const [first] = instances;
      for (let made = 0; made < count; made += 200) {
        await Promise.all(
          Array.from({ length: 200 }, (_, one) => instances[one % instanceCount]?.delivery.submit(envelopeOf(newId()))),
        );
      }
      const kept = async () => (await first?.outbox.refresh(), first?.outbox.count());
      await waitUntil('all to be kept', async () => (await kept()) === count, 60_000);
      await redis.ask('SELECT 3\r\nFLUSHDB');
      for (let turn = 0; turn < 100; turn += 1) await Promise.all(instances.map(({ outbox }) => outbox.refresh()));
      await Promise.all(instances.map(({ delivery }) => delivery.start()));
      await waitUntil('all to be counted', () => dropped().length >= count, 60_000).catch(() => {});
      expect(dropped()).toHaveLength(count);
      await Promise.all(instances.map(({ deployment }) => deployment.settled()));
    },
  );
}
