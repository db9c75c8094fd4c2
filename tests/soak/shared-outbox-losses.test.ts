import { expect, onTestFinished, test } from 'vitest';
import { accept, respondWith } from '../support/fake-ingest';
import { redisIsMissing, startRedis, type Redis } from '../support/redis';
import { waitUntil } from '../support/wait-until';
import { instanceCount, lossReason, startInstances } from './shared-instances';
import { isLong } from './size';

const timeoutMs = isLong ? 1_200_000 : 240_000;

const losses: ((redis: Redis) => Promise<unknown>)[] = [
  (redis) => redis.ask('SELECT 3\r\nFLUSHDB'),
  async (redis) => (await redis.kill(), redis.restart()), // Without AOF.
];

async function startForgetfulRedis() {
  const redis = await startRedis('--appendonly', 'no');
  onTestFinished(() => redis.stop());
  return redis;
}

test.skipIf(redisIsMissing)(
  `of ${instanceCount} instances every event that was acknowledged is sent or counted, whatever Redis loses meanwhile`,
  { timeout: timeoutMs },
  async () => {
    const redis = await startForgetfulRedis();
    const { receiver, instances, dropped, makeEvents, untilKnown } = await startInstances({ url: redis.url });
    const acknowledged: string[] = [];
    let isOver = false;
    const making = makeEvents(() => !isOver, acknowledged);
    for (const lose of losses) {
      receiver.answer(respondWith(503));
      const before = acknowledged.length;
      await waitUntil('some events', () => acknowledged.length > before + 30, 30_000);
      await lose(redis);
      await waitUntil('some more events', () => acknowledged.length > before + 60, 30_000);
      receiver.answer(accept);
    }
    isOver = true;
    await making;
    await untilKnown(acknowledged, timeoutMs / 2);
    const counted = instances.map(({ delivery }) => delivery.stats().dropped[lossReason] ?? 0);
    expect(counted.reduce((sum, one) => sum + one)).toBe(dropped().length);
    expect(dropped().length).toBeGreaterThan(0);
  },
);

if (isLong) {
  test.skipIf(redisIsMissing)(
    '20,000 envelopes that Redis keeps are counted when all of it is gone',
    { timeout: timeoutMs },
    async () => {
      const count = 20_000;
      const redis = await startForgetfulRedis();
      const { instances, dropped, submit } = await startInstances({
        url: redis.url,
        limits: { envelopes: count, bytes: 1e9 },
        timeoutMs: 10_000,
        respond: respondWith(429, {}, { 'Retry-After': '86400' }),
      });
      await Promise.all(Array.from({ length: 100 }, () => submit(count / 100)));
      const [first] = instances;
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
