import { describe, expect, onTestFinished, test } from 'vitest';
import { accept, respondWith } from '../../../support/fake-ingest';
import { redisIsMissing } from '../../../support/redis';
import { waitUntil } from '../../../support/wait-until';
import { envelopeOf, receiverOfThisTest } from '../../delivery/set-up-delivery';
import { newId, newPrefix, redisOfThisFile, startInstance } from './set-up-shared';

const reason = 'the shared outbox has lost it';

describe.skipIf(redisIsMissing)(`a Redis that loses things${redisIsMissing ? `, but ${redisIsMissing}` : ''}`, () => {
  const redis = redisOfThisFile('--appendonly', 'no');
  const ask = (...command: string[]) => redis().ask('SELECT 3\r\n' + command.join(' '));

  async function setUp() {
    const receiver = await receiverOfThisTest(respondWith(429, {}, { 'Retry-After': '600' }));
    const prefix = newPrefix();
    const start = (envelopes = 100) => startInstance({ url: redis().url, prefix, receiver, limits: { envelopes } });
    const instances = [await start(), await start()] as const;
    return {
      receiver,
      prefix,
      instances,
      start,
      /** Those that are logged as lost, by all instances. */
      dropped: () =>
        instances
          .flatMap(({ logged }) => logged('event not delivered'))
          .flatMap((line) => (line.reason === reason && line.next === 'dropped' ? [line.event] : [])),
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
        const ids = Array.from({ length: 4 }, newId);
        for (const [at, id] of ids.entries()) {
          const { delivery } = instances[at < 2 ? 0 : 1];
          if (at % 2 === 0) await delivery.submit(envelopeOf(id));
          else expect(await delivery.accept(envelopeOf(id))).toEqual({ state: 'queued' });
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

  test('does not count events that another instance has sent or evicted before', async () => {
    const { receiver, instances, keepFour, scanTwice, counted, prefix, start } = await setUp();
    await keepFour();
    receiver.answer(accept);
    await ask('DEL', `{${prefix}}:service`);
    const other = await start(3);
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
