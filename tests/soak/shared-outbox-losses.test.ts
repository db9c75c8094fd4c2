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
