import { setTimeout as pass } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../support/free-port';
import { accept, respondWith } from '../support/fake-ingest';
import { redisIsMissing } from '../support/redis';
import { startSentinel } from '../support/sentinel';
import { waitUntil } from '../support/wait-until';
import { envelopeOf, receiverOfThisTest } from '../unit/delivery/set-up-delivery';
import { newId, newPrefix, startInstance } from '../unit/outbox/redis/set-up-shared';
import { idsAt } from './load';
import { isLong } from './size';

type Sentinel = Awaited<ReturnType<typeof startSentinel>>;

const reason = 'the shared outbox has lost it';
const instanceCount = 3;
const loads = isLong ? 3_000 : 1_500;

async function setUp(options: Parameters<typeof startSentinel>[0] = {}) {
  const sentinel = await startSentinel(options);
  onTestFinished(() => sentinel.stop());
  const receiver = await receiverOfThisTest(respondWith(429, {}, { 'Retry-After': '600' }));
  const prefix = newPrefix();
  // One of the sentinels is gone.
  const gone = `127.0.0.1:${await freePort()}`;
  const url = sentinel.url.replace(/@/, `@${gone},`);
  const start = () => startInstance({ url, prefix, receiver, timeoutMs: 500 });
  const instances = await Promise.all(Array.from({ length: instanceCount }, start));
  await Promise.all(instances.map(({ delivery }) => delivery.start()));
  const dropped = () =>
    instances
      .flatMap(({ logged }) => logged('event not delivered'))
      .flatMap((line) => (line.reason === reason ? [String(line.event)] : []));
  return {
    sentinel,
    receiver,
    instances,
    dropped,
    /** Has each instance look what is there, as it does every 9 s, until all have Redis again and this is so. */
    async scanUntil(what: string, isSo: () => boolean) {
      const scanned = async () => {
        for (const { delivery } of [...instances, ...instances]) await delivery.start();
        return instances.every(({ lines }) => lastState(lines) !== 'the shared outbox is unavailable') && isSo();
      };
      await waitUntil(what, scanned, 60_000);
    },
    /** Has the service accept all, and waits until each of these has arrived or is counted. */
    async sendAll(ids: readonly string[]) {
      receiver.answer(accept);
      await sentinel.replica.ask(`SELECT 3\r\nDEL {${prefix}}:service`);
      const fresh = await start();
      await fresh.delivery.start();
      const missing = () => {
        const known = new Set([...idsAt(receiver), ...dropped()]);
        return ids.filter((id) => !known.has(id));
      };
      await waitUntil('all to be sent or counted', () => missing().length === 0, 120_000).catch(() => {});
      expect(missing()).toEqual([]);
    },
  };
}

const lastState = (lines: { msg: string }[]) =>
  lines.findLast(({ msg }) => msg.startsWith('the shared outbox is'))?.msg;

type Fault = {
  name: string;
  breaks: (sentinel: Sentinel) => unknown;
  mends?: (sentinel: Sentinel) => unknown;
};
const freezes: Fault = {
  name: 'frozen until its replica is promoted',
  breaks: ({ primary }) => primary.pause(),
  mends: ({ primary }) => primary.resume(),
};
const kills: Fault = { name: 'killed', breaks: ({ primary }) => primary.kill() };
test.skipIf(redisIsMissing).each((isLong ? [kills, freezes] : [kills]).map((fault) => [fault.name, fault] as const))(
  `of ${instanceCount} instances every event that was acknowledged is sent, or counted as lost, when under load the primary is %s`,
  { timeout: 240_000 },
  async (_, { breaks, mends }) => {
    const { sentinel, receiver, instances, dropped, scanUntil, sendAll } = await setUp();
    const acknowledged: string[] = [];
    let slowestMs = 0;
    let isOver = false;
    async function makeEvents(place: number) {
      while (!isOver) {
        const { delivery } = instances[place % instanceCount] as (typeof instances)[number];
        const [ofServer, ofBrowser] = [newId(), newId()];
        const startedAt = performance.now();
        await delivery.submit(envelopeOf(ofServer));
        slowestMs = Math.max(slowestMs, performance.now() - startedAt);
        acknowledged.push(ofServer);
        if ((await delivery.accept(envelopeOf(ofBrowser))).state === 'queued') acknowledged.push(ofBrowser);
        await pass(5);
      }
    }
    const makers = Array.from({ length: 6 }, (_, place) => makeEvents(place));
    await waitUntil('some events', () => acknowledged.length >= loads / 3, 60_000);
    await breaks(sentinel);
    await sentinel.failedOver();
    await mends?.(sentinel);
    const before = acknowledged.length;
    await waitUntil('some more events', () => acknowledged.length >= Math.max(loads, before + 100), 60_000);
    isOver = true;
    await Promise.all(makers);
    await scanUntil('Redis to be back for all', () => true);
    const kept = await keptIn(sentinel.replica);
    expect(kept.length).toBeGreaterThan(0);
    expect(dropped().filter((id) => kept.includes(id))).toEqual([]);
    await sendAll(acknowledged);
    const arrived = new Set(idsAt(receiver));
    const figures = `${arrived.size} arrived, ${dropped().length} lost, ${idsAt(receiver).length - arrived.size} twice`;
    console.log(`${acknowledged.length} acknowledged, ${figures}; the slowest took ${Math.round(slowestMs)} ms`);
    expect(new Set(dropped()).size).toBe(dropped().length);
    expect(slowestMs).toBeLessThan(5_000);
  },
);

test.skipIf(redisIsMissing)(
  'what a replica did not have when it was promoted is counted by its reason, and all else is sent',
  { timeout: 120_000 },
  async () => {
    const { sentinel, receiver, instances, dropped, scanUntil, sendAll } = await setUp();
    const submit = async (count: number) => {
      const ids = Array.from({ length: count }, newId);
      for (const [at, id] of ids.entries()) await instances[at % instanceCount]?.delivery.submit(envelopeOf(id));
      return ids;
    };
    const early = await submit(30);
    const isCaughtUp = async () => (await keptIn(sentinel.replica)).length === 30;
    await waitUntil('the replica to have them', isCaughtUp);
    await sentinel.holdReplicaBack();
    const late = await submit(30);
    await sentinel.primary.kill();
    await sentinel.failedOver();
    await scanUntil('what was lost to be counted', () => dropped().length >= late.length);
    expect(dropped().toSorted()).toEqual(late.toSorted());
    const after = await submit(30);
    await sendAll([...early, ...after]);
    expect(idsAt(receiver).toSorted()).toEqual([...early, ...after].toSorted());
  },
);

test.skipIf(redisIsMissing)('a sentinel with a password is asked with that of the Redis servers', async () => {
  const { instances, scanUntil } = await setUp({ password: 'correct-horse' });
  await instances[0]?.delivery.submit(envelopeOf(newId()));
  // What was kept here while the machine was too busy to connect in time is moved.
  await scanUntil('it to be shared', () => instances[0]?.delivery.stats().queuedHere === 0);
  expect(instances[0]?.delivery.stats()).toMatchObject({ queued: 1, queuedHere: 0 });
});

test.skipIf(redisIsMissing)(
  'a name that no sentinel knows, and no sentinel at all, are reasons in the log',
  async () => {
    const sentinel = await startSentinel();
    onTestFinished(() => sentinel.stop());
    const reasonOf = async (url: string) => {
      const { delivery, logged } = await startInstance({ url, prefix: newPrefix(), timeoutMs: 2_000 });
      await delivery.submit(envelopeOf(newId()));
      return logged('the shared outbox is unavailable').map((line) => line.reason);
    };
    expect(await reasonOf(sentinel.url.replace('/shop/', '/other/'))).toEqual([
      'no sentinel knows a primary of that name',
    ]);
    expect(await reasonOf(`redis+sentinel://127.0.0.1:${await freePort()}/shop`)).toEqual(['ECONNREFUSED']);
  },
);

/** The ids of the events whose envelopes are kept there. */
async function keptIn(redis: { ask: (...command: string[]) => Promise<string> }): Promise<string[]> {
  const keys = (await redis.ask('SELECT 3\r\nKEYS *:events')).split('\n').filter((line) => line.startsWith('{'));
  const reply = await redis.ask(`SELECT 3\r\nZRANGE ${keys[0] ?? 'none'} 0 -1`);
  return reply.split('\n').flatMap((line) => /^([0-9a-f]{32})\d{13}-/.exec(line)?.[1] ?? []);
}
