import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Deployment } from '../../../candor/delivery/deployment';
import { RedisLink } from '../../../candor/delivery/redis-link';
import { RedisOutbox } from '../../../candor/delivery/redis-outbox';
import { redisIsMissing, startRedis, type Redis } from '../../support/redis';
import { describeOutbox } from './outbox-contract';
import { envelopeOf, idOf } from './set-up-delivery';

describe.skipIf(redisIsMissing)(`with a real Redis${redisIsMissing ? `, but ${redisIsMissing}` : ''}`, () => {
  let redis: Redis;
  const links: RedisLink[] = [];
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(async () => {
    for (const link of links) link.close();
    await redis.stop();
  });

  let deployments = 0;
  const open = async (prefix = `test-${(deployments += 1)}`) => {
    const link = await RedisLink.open({ url: redis.url, prefix, timeoutMs: 5_000 });
    links.push(link);
    return link;
  };

  describeOutbox(
    'the outbox in Redis',
    async () => {
      const link = await open();
      await new RedisOutbox(link, { bytes: 1, envelopes: 1, ageMs: 1 }).probe();
      return (limits, { now, elapsed }) => new RedisOutbox(link, limits, { now, elapsed });
    },
    { clock: 'of the store' },
  );

  test('while the service fails one envelope at a time is claimed, and nobody has to ask for another', async () => {
    const link = await open();
    const limits = { bytes: 1e6, envelopes: 100, ageMs: 1e9 };
    const [one, other] = [new RedisOutbox(link, limits), new RedisOutbox(link, limits)];
    const deployment = new Deployment(link);
    for (const digit of [1, 2]) await one.put(envelopeOf(idOf(digit)), { source: 'server', claimed: false });
    deployment.pause({ all: 0, error: 0, feedback: 0 }, { hasFailed: true });
    const claimed = await one.claimNext(() => true);
    expect(claimed?.entry.eventId).toBe(idOf(1));
    expect(await other.claimNext(() => true)).toBeUndefined();
    expect(other.hasWaiting(() => true)).toBe(false);
    deployment.hear({ all: 0, error: 0, feedback: 0, failingForMs: 0, failures: 1 });
    deployment.respond();
    await deployment.settled();
    expect((await other.claimNext(() => true))?.entry.eventId).toBe(idOf(2));
  });

  test('there are as many keys with many envelopes as with one, all of this deployment and in one slot', async () => {
    const outbox = new RedisOutbox(await open('a.b:c'), { bytes: 1e6, envelopes: 100, ageMs: 1e9 });
    const keys = async () =>
      (await redis.ask('SELECT 3\r\nKEYS', '*a.b:c*')).split('\n').filter((line) => line.startsWith('{'));
    await outbox.put(envelopeOf(idOf(1)), { source: 'server', claimed: false });
    const ofOne = await keys();
    expect(ofOne.every((key) => key.startsWith('{a.b:c}:'))).toBe(true);
    for (const digit of [2, 3, 4]) await outbox.put(envelopeOf(idOf(digit)), { source: 'server', claimed: false });
    expect((await keys()).toSorted()).toEqual(ofOne.toSorted());
    expect(ofOne).toContain('{a.b:c}:body');
  });
});
