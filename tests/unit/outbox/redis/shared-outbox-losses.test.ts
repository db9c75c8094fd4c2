import { describe, expect, onTestFinished, test } from 'vitest';
import { accept, respondWith } from '../../../support/fake-ingest';
import { redisIsMissing, startRedis } from '../../../support/redis';
import { waitUntil } from '../../../support/wait-until';
import { envelopeOf, eventIdsOf, receiverOfThisTest } from '../../delivery/set-up-delivery';
import { copyRedis, newId, newPrefix, redisOfThisFile, startInstance } from './set-up-shared';

const syncWithoutDelay = ['--repl-diskless-sync-delay', '0'];
const reason = 'the shared outbox has lost it';

describe.skipIf(redisIsMissing)(`a Redis that loses things${redisIsMissing ? `, but ${redisIsMissing}` : ''}`, () => {
  const redis = redisOfThisFile('--appendonly', 'no', ...syncWithoutDelay);
  const ask = (...command: string[]) => redis().ask('SELECT 3\r\n' + command.join(' '));

  async function setUp() {
    const receiver = await receiverOfThisTest();
    const prefix = newPrefix();
    const start = () => startInstance({ url: redis().url, prefix, receiver });
    const instances = [await start(), await start()] as const;
    return {
      receiver,
      prefix,
      instances,
      /** Those that are logged as lost, by all instances. */
      dropped: () =>
        instances
          .flatMap(({ logged }) => logged('event not delivered'))
          .filter((line) => line.reason === reason && line.next === 'dropped')
          .map(({ event }) => event),
      /** Of all instances, in their counters. */
      counted: () => instances.reduce((sum, { delivery }) => sum + (delivery.stats().dropped[reason] ?? 0), 0),
      /** Lets every instance look what is there, as it does every 9 s, twice. */
      async scanTwice() {
        for (const { deployment } of instances) {
          await waitUntil('Redis to reply', async () => (await deployment.take([])) !== undefined);
        }
        for (const { delivery } of [...instances, ...instances]) await delivery.start();
      },
      /** Has each instance acknowledge an event of the server and one of a browser while the service is down. */
      async keepFour() {
        receiver.answer(respondWith(429, {}, { 'Retry-After': '600' }));
        const ids: string[] = [];
        for (const { delivery } of instances) {
          const [server, browser] = [newId(), newId()];
          await delivery.submit(envelopeOf(server));
          expect(await delivery.accept(envelopeOf(browser))).toEqual({ state: 'queued' });
          ids.push(server, browser);
        }
        await waitUntil('all to be queued', async () => {
          await instances[0].outbox.refresh();
          const states = await Promise.all(ids.map((id) => instances[1].delivery.stateOf(id)));
          return states.every(({ state }) => state === 'queued');
        });
        return ids;
      },
    };
  }

  /** Puts the state of a replica that has been promoted before it had everything into the place of the primary. */
  async function promoteReplica(keepMore: () => Promise<string[]>) {
    const replica = await startRedis(...syncWithoutDelay);
    onTestFinished(() => replica.stop());
    await copyRedis(replica, redis());
    const late = await keepMore();
    await redis().kill();
    await redis().restart();
    await copyRedis(redis(), replica);
    return late;
  }

  test.each<[string, (prefix: string) => Promise<unknown>]>([
    ['the bodies, as by an evicting policy', (prefix) => ask('DEL', `{${prefix}}:body`)],
    ['everything by FLUSHDB', () => ask('FLUSHDB')],
    ['everything by a restart without AOF', async () => (await redis().kill(), redis().restart())],
  ])('of %s every event that was acknowledged is counted once, and new ones are kept', async (_, lose) => {
    const { prefix, instances, keepFour, scanTwice, dropped, counted } = await setUp();
    const ids = await keepFour();
    await lose(prefix);
    await scanTwice();
    expect(dropped().toSorted()).toEqual(ids.toSorted());
    expect(counted()).toBe(4);
    expect(await instances[0].delivery.stateOf(ids[0] ?? '')).toEqual({ state: 'dropped', reason });
    await instances[0].delivery.accept(envelopeOf(newId()));
    await scanTwice();
    expect(instances[1].delivery.stats()).toMatchObject({ queued: 1 });
    expect(counted()).toBe(4);
  });

  test('of a replica that was promoted too early: events that it did not have are counted, and the others are sent', async () => {
    const { receiver, prefix, keepFour, scanTwice, dropped } = await setUp();
    const early = await keepFour();
    const late = await promoteReplica(keepFour);
    await scanTwice();
    expect(dropped().toSorted()).toEqual(late.toSorted());
    receiver.answer(accept);
    const keys = (await ask('KEYS', '*:service')).split('\n');
    await ask('DEL', keys.find((key) => key.startsWith('{')) ?? '');
    const fresh = await startInstance({ url: redis().url, prefix, receiver });
    await fresh.delivery.start();
    await waitUntil('the early ones to arrive', () => receiver.accepted.length === 4);
    expect(eventIdsOf(receiver.accepted).toSorted()).toEqual(early.toSorted());
  });

  test('does not count events that another instance has sent or evicted before', async () => {
    const { receiver, instances, keepFour, scanTwice, counted, prefix } = await setUp();
    await keepFour();
    receiver.answer(accept);
    await ask('DEL', `{${prefix}}:service`);
    const other = await startInstance({ url: redis().url, prefix, receiver, limits: { envelopes: 3 } });
    await other.delivery.start();
    await waitUntil('the rest to arrive', () => receiver.accepted.length === 3);
    const isEmpty = () => other.outbox.refresh().then(() => other.delivery.stats().queued === 0);
    await waitUntil('nothing to be kept', isEmpty);
    await other.deployment.settled();
    await scanTwice();
    await ask('FLUSHDB');
    await scanTwice();
    expect(instances[0].delivery.stats().queued).toBe(0);
    expect([counted(), other.delivery.stats().dropped]).toEqual([0, { 'the outbox is full': 1 }]);
  });

  test.each([
    ['allkeys-lru', [{ maxmemoryPolicy: 'allkeys-lru' }]],
    ['volatile-ttl', []],
    ['noeviction', []],
  ])('with the policy %s is named once at the start if it evicts', async (policy, named) => {
    await redis().ask('CONFIG SET maxmemory-policy', policy);
    onTestFinished(() => void redis().ask('CONFIG SET maxmemory-policy noeviction'));
    const { logged, outbox } = await startInstance({ url: redis().url, prefix: newPrefix() });
    for (let check = 0; check < 3; check += 1) await outbox.check();
    expect(logged('the shared outbox may lose events')).toMatchObject(named);
  });
});
