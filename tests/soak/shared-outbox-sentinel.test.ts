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

const instanceCount = 3;
const lossReason = 'the shared outbox has lost it';
const loads = isLong ? 3_000 : 1_500;
/** A busy machine replies late: that is no failover. */
const timeoutMs = 2_000;

type Sentinel = Awaited<ReturnType<typeof startSentinel>>;

async function setUp(options: Parameters<typeof startSentinel>[0] = {}) {
  const sentinel = await startSentinel(options);
  onTestFinished(() => sentinel.stop());
  // One of the sentinels is gone.
  const url = sentinel.url.replace(/@/, `@127.0.0.1:${await freePort()},`);
  const receiver = await receiverOfThisTest(respondWith(429, {}, { 'Retry-After': '600' }));
  const prefix = newPrefix();
  const start = () => startInstance({ url, timeoutMs, prefix, receiver });
  const instances = await Promise.all(Array.from({ length: instanceCount }, start));
  await Promise.all(instances.map(({ delivery }) => delivery.start()));
  const at = (place: number) => instances[place % instanceCount] as (typeof instances)[number];
  /** The events that all instances together have logged as lost by Redis. */
  const dropped = () =>
    instances
      .flatMap(({ logged }) => logged('event not delivered'))
      .flatMap((line) => (line.reason === lossReason ? [String(line.event)] : []));
  return {
    sentinel,
    receiver,
    instances,
    dropped,
    /** Submits so many events, to each instance in turn. */
    async submit(count: number) {
      const ids = Array.from({ length: count }, newId);
      for (const [place, id] of ids.entries()) await at(place).delivery.submit(envelopeOf(id));
      return ids;
    },
    /** Makes events of the server and of browsers at all instances, as long as `isOn`. */
    makeEvents(isOn: () => boolean, acknowledged: string[], onSubmitted: (ms: number) => void) {
      const make = async (place: number) => {
        while (isOn()) {
          const { delivery } = at(place);
          const [ofServer, ofBrowser] = [newId(), newId()];
          const startedAt = performance.now();
          await delivery.submit(envelopeOf(ofServer));
          onSubmitted(performance.now() - startedAt);
          acknowledged.push(ofServer);
          const { state } = await delivery.accept(envelopeOf(ofBrowser));
          if (state === 'sent' || state === 'queued') acknowledged.push(ofBrowser);
          await pass(10);
        }
      };
      return Promise.all(Array.from({ length: 2 * instanceCount }, (_, place) => make(place)));
    },
    /** Has each instance look what is there, as it does every 9 s, until all have Redis again and this is so. */
    async scanUntil(what: string, isSo: () => boolean | Promise<boolean>) {
      const scanned = async () => {
        for (const { delivery } of [...instances, ...instances]) await delivery.start();
        return instances.every(({ lines }) => lastState(lines) !== 'the shared outbox is unavailable') && isSo();
      };
      await waitUntil(what, scanned, 60_000);
    },
    /** Has the service accept all, and waits until each of these has arrived, or is counted as lost, once. */
    async sendAll(ids: readonly string[]) {
      receiver.answer(accept);
      await sentinel.replica.ask(`SELECT 3\r\nDEL {${prefix}}:service`);
      await (await start()).delivery.start();
      const missing = () => {
        const known = new Set([...idsAt(receiver), ...dropped()]);
        return ids.filter((id) => !known.has(id));
      };
      await waitUntil('all to be sent or counted', () => missing().length === 0, 300_000).catch(() => {});
      const where = instances.map(({ delivery, lines }) => ({ ...delivery.stats(), last: lines.slice(-3) }));
      expect(missing(), JSON.stringify(where)).toEqual([]);
      expect(new Set(dropped()).size).toBe(dropped().length);
    },
  };
}

const lastState = (lines: { msg: string }[]) =>
  lines.findLast(({ msg }) => msg.startsWith('the shared outbox is'))?.msg;

type Fault = [string, breaks: (sentinel: Sentinel) => unknown, mends?: (sentinel: Sentinel) => unknown];
const kills: Fault = ['killed', ({ primary }) => primary.kill()];
const freezes: Fault = ['frozen until then', ({ primary }) => primary.pause(), ({ primary }) => primary.resume()];

test.skipIf(redisIsMissing).each(isLong ? [kills, freezes] : [kills])(
  `of ${instanceCount} instances every event that was acknowledged is sent, or counted as lost, when under load a replica takes the place of the primary, which was %s`,
  async (_, breaks, mends) => {
    const { sentinel, dropped, scanUntil, sendAll, makeEvents } = await setUp();
    const acknowledged: string[] = [];
    let slowestMs = 0;
    let isOver = false;
    const making = makeEvents(
      () => !isOver,
      acknowledged,
      (ms) => (slowestMs = Math.max(slowestMs, ms)),
    );
    await waitUntil('some events', () => acknowledged.length >= loads / 3, 60_000);
    await breaks(sentinel);
    await sentinel.failedOver();
    await mends?.(sentinel);
    const before = acknowledged.length;
    await waitUntil('some more events', () => acknowledged.length >= Math.max(loads, before + 100), 60_000);
    isOver = true;
    await making;
    await scanUntil('Redis to be back for all', () => true);
    const kept = await keptIn(sentinel.replica);
    expect(kept.length).toBeGreaterThan(0);
    expect(dropped().filter((id) => kept.includes(id))).toEqual([]);
    await sendAll(acknowledged);
    expect(slowestMs).toBeLessThan(4 * timeoutMs);
  },
);

test.skipIf(redisIsMissing)(
  'what a replica did not have when it was promoted is counted by its reason, and all else is sent',
  async () => {
    const { sentinel, instances, receiver, submit, dropped, scanUntil, sendAll } = await setUp();
    // What was kept here while the machine was too busy to reply in time is moved.
    const isKept = async (redis: typeof sentinel.replica, count: number) =>
      instances.every(({ delivery }) => delivery.stats().queuedHere === 0) && (await keptIn(redis)).length === count;
    const early = await submit(30);
    await scanUntil('the replica to have them', () => isKept(sentinel.replica, 30));
    await sentinel.holdReplicaBack();
    const late = await submit(30);
    await scanUntil('the primary to have them', () => isKept(sentinel.primary, 60));
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
  const { instances, submit, scanUntil } = await setUp({ password: 'correct-horse' });
  await submit(1);
  // What was kept here while the machine was too busy to connect in time is moved.
  await scanUntil('it to be shared', () => instances[0]?.delivery.stats().queuedHere === 0);
  expect(instances[0]?.delivery.stats()).toMatchObject({ queued: 1, queuedHere: 0 });
});

test.skipIf(redisIsMissing)('an unknown name, and no sentinel at all, are reasons in the log', async () => {
  const sentinel = await startSentinel();
  onTestFinished(() => sentinel.stop());
  for (const [url, reason] of [
    [sentinel.url.replace('/shop/', '/other/'), 'no sentinel knows a primary of that name'],
    [`redis+sentinel://127.0.0.1:${await freePort()}/shop`, 'ECONNREFUSED'],
  ] as const) {
    const { delivery, logged } = await startInstance({ url, prefix: newPrefix(), timeoutMs: 2_000 });
    await delivery.submit(envelopeOf(newId()));
    expect(logged('the shared outbox is unavailable')).toMatchObject([{ reason }]);
  }
});

/** The ids of the events whose envelopes are kept there. */
async function keptIn(redis: { ask: (...command: string[]) => Promise<string> }): Promise<string[]> {
  const keys = (await redis.ask('SELECT 3\r\nKEYS *:events')).split('\n').filter((line) => line.startsWith('{'));
  const reply = await redis.ask(`SELECT 3\r\nZRANGE ${keys[0] ?? 'none'} 0 -1`);
  return reply.split('\n').flatMap((line) => /^([0-9a-f]{32})\d{13}-/.exec(line)?.[1] ?? []);
}
