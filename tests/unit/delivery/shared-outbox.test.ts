import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { accept, respondWith } from '../../support/fake-ingest';
import { redisIsMissing } from '../../support/redis';
import { waitUntil } from '../../support/wait-until';
import { envelopeOf, eventIdsOf, receiverOfThisTest } from './set-up-delivery';
import { newPrefix, redisOfThisFile, startInstance } from './set-up-shared';

const newId = () => randomBytes(16).toString('hex');

describe.skipIf(redisIsMissing)(`a shared outbox${redisIsMissing ? `, but ${redisIsMissing}` : ''}`, () => {
  const redis = redisOfThisFile();

  /** Two instances of one deployment, and the service. */
  async function setUp(options: { timeoutMs?: number } = {}) {
    const receiver = await receiverOfThisTest();
    const prefix = newPrefix();
    const start = () => startInstance({ url: redis().url, prefix, receiver, ...options });
    const instances = [await start(), await start()] as const;
    return { receiver, prefix, start, instances };
  }
  const arrivals = (receiver: { accepted: Parameters<typeof eventIdsOf>[0] }) =>
    eventIdsOf(receiver.accepted).toSorted();

  test('another instance delivers the events of one that has died', async () => {
    const { receiver, instances } = await setUp();
    receiver.answer(respondWith(503));
    const ids = [newId(), newId(), newId()];
    await instances[0].delivery.submit(envelopeOf(ids[0] ?? ''));
    expect(await instances[0].delivery.accept(envelopeOf(ids[1] ?? ''))).toEqual({ state: 'queued' });
    await instances[0].delivery.submit(envelopeOf(ids[2] ?? ''));
    await waitUntil('nothing to be in flight', async () => {
      const states = await Promise.all(ids.map((id) => instances[1].delivery.stateOf(id)));
      return states.every(({ state }) => state === 'queued');
    });
    instances[0].die();
    receiver.answer(accept);
    await instances[1].delivery.start();
    await waitUntil('all to arrive', () => receiver.accepted.length === 3);
    expect(arrivals(receiver)).toEqual(ids.toSorted());
    expect(await instances[0].ownFiles()).toBe(0);
  });

  test('every instance knows the state of every event', async () => {
    const { receiver, instances } = await setUp();
    const [one, other] = instances;
    const statesOf = async (id: string) => {
      await Promise.all(instances.map(({ deployment }) => deployment.settled())); // They have told each other.
      return Promise.all(instances.map(({ delivery }) => delivery.stateOf(id)));
    };
    const [sent, dropped, queued] = [newId(), newId(), newId()];
    await one.delivery.accept(envelopeOf(sent));
    const [first, second] = await statesOf(sent);
    expect(first).toEqual({ state: 'sent', afterMs: expect.any(Number) });
    expect(second).toEqual(first);
    receiver.answer(respondWith(400));
    await other.delivery.accept(envelopeOf(dropped));
    expect(await statesOf(dropped)).toEqual(
      Array(2).fill({ state: 'dropped', reason: 'the service responded with 400' }),
    );
    receiver.answer(respondWith(503));
    await one.delivery.accept(envelopeOf(queued));
    expect(await statesOf(queued)).toEqual(Array(2).fill({ state: 'queued' }));
    expect(await statesOf(newId())).toEqual(Array(2).fill({ state: 'unknown' }));
  });

  test('an instance does not ask a service that has asked another for a pause', async () => {
    const { receiver, instances } = await setUp();
    receiver.answer(respondWith(429, {}, { 'Retry-After': '60' }));
    expect(await instances[0].delivery.accept(envelopeOf(newId()))).toEqual({ state: 'queued' });
    expect(receiver.arrivals).toHaveLength(1);
    await instances[0].deployment.settled();
    await instances[1].outbox.check(); // As it does every second.
    await instances[1].delivery.submit(envelopeOf(newId()));
    expect(await instances[1].delivery.accept(envelopeOf(newId()))).toEqual({ state: 'queued' });
    await instances[1].delivery.start();
    await instances[1].delivery.stop();
    expect(receiver.arrivals).toHaveLength(1);
  });

  test('a service that fails is asked once for all instances, and not again before its pause ends', async () => {
    const prefix = newPrefix();
    const attempts: string[] = [];
    const start = (name: string) =>
      startInstance({
        url: redis().url,
        prefix,
        relay: async () => {
          attempts.push(name);
          return { state: 'retry', reason: 'the service responded with 500', status: 500 };
        },
      });
    const instances = await Promise.all(['a', 'b', 'c', 'd'].map(start));
    await instances[0]?.delivery.accept(envelopeOf(newId()));
    for (let turn = 0; turn < 5; turn += 1)
      await instances[0]?.outbox.put(envelopeOf(newId()), { source: 'browser', claimed: false });
    await Promise.all(instances.map(({ outbox }) => outbox.check())); // As they do every second.
    await Promise.all(instances.map(({ delivery }) => delivery.start()));
    await Promise.all(instances.map(({ delivery }) => delivery.accept(envelopeOf(newId()))));
    expect(attempts).toEqual(['a']);
  });

  test('evictions are counted by one instance', async () => {
    const prefix = newPrefix();
    const relay = async () => ({ state: 'retry', reason: 'no', limits: { all: 600 } }) as const;
    const start = () => startInstance({ url: redis().url, prefix, relay, limits: { envelopes: 10 } });
    const instances = [await start(), await start()];
    await Promise.all(
      Array.from({ length: 30 }, (_, index) => instances[index % 2]?.delivery.submit(envelopeOf(newId()))),
    );
    await Promise.all(instances.map(({ delivery }) => delivery.stop())); // No claim keeps an envelope any more.
    await Promise.all(instances.map(({ delivery }) => delivery.start()));
    const dropped = instances.map(({ delivery }) => delivery.report().dropped['the outbox is full'] ?? 0);
    expect(dropped.reduce((sum, one) => sum + one)).toBe(20);
    expect(instances[1]?.delivery.report().queued).toBe(10);
  });

  test('without Redis the server’s events are kept on the own disk, and are moved when it is back; browsers keep theirs', async () => {
    const { receiver, instances } = await setUp();
    const [one, other] = instances;
    receiver.answer(respondWith(429, {}, { 'Retry-After': '2' }));
    await redis().kill();
    const ids = [newId(), newId()];
    for (const id of ids) await one.delivery.submit(envelopeOf(id));
    expect(await one.delivery.accept(envelopeOf(newId()))).toMatchObject({ state: 'unavailable' });
    expect(await one.ownFiles()).toBe(2);
    expect(await one.delivery.stateOf(ids[0] ?? '')).toEqual({ state: 'queued' });
    expect(one.delivery.report()).toMatchObject({ queued: 2, queuedHere: 2 });
    expect(await other.delivery.stateOf(ids[0] ?? '')).toEqual({ state: 'unknown' });
    await redis().restart();
    await waitUntil('the events to be moved', () => one.logged('the shared outbox is back').length === 1);
    expect(await one.ownFiles()).toBe(0);
    expect(one.logged('the shared outbox is unavailable')).toHaveLength(1);
    expect(one.logged('the shared outbox is back')).toEqual([expect.objectContaining({ moved: 2 })]);
    expect(one.logged('the outbox cannot be written')).toEqual([]);
    one.die();
    receiver.answer(accept);
    await other.delivery.start();
    await waitUntil('all to arrive', () => receiver.accepted.length === 2);
    expect(arrivals(receiver)).toEqual(ids.toSorted());
  });

  test('while Redis does not reply everything goes on without it, and nothing is sent twice', async () => {
    const { receiver, instances } = await setUp({ timeoutMs: 200 });
    redis().pause();
    const ids = Array.from({ length: 10 }, newId);
    await Promise.all(ids.map((id) => instances[0].delivery.submit(envelopeOf(id))));
    const browsers = await Promise.all([newId(), newId()].map((id) => instances[0].delivery.accept(envelopeOf(id))));
    expect(browsers).toEqual(Array(2).fill({ state: 'sent' })); // The service takes them.
    await waitUntil('all to arrive', () => receiver.accepted.length === 12);
    redis().resume();
    await waitUntil('Redis to be back', () => instances[0].logged('the shared outbox is back').length === 1);
    for (const { delivery } of instances) await delivery.start();
    expect(instances[0].delivery.report()).toMatchObject({ queued: 0, queuedHere: 0 });
    expect(receiver.accepted).toHaveLength(12);
  });

  test.each([
    ['full', 'OOM', 'CONFIG SET maxmemory 1', 'CONFIG SET maxmemory 0'],
    ['read-only', 'READONLY', 'REPLICAOF 127.0.0.1 1', 'REPLICAOF NO ONE'],
  ])(
    'of a Redis that is %s the log says once that it is %s, and what is kept meanwhile is moved',
    async (_, reason, breaks, mends) => {
      const { receiver, instances } = await setUp();
      const [one] = instances;
      receiver.answer(respondWith(503));
      const [before, meanwhile] = [newId(), newId()];
      await one.delivery.submit(envelopeOf(before));
      await waitUntil('the attempt', async () => (await one.delivery.stateOf(before)).state === 'queued');
      await redis().ask(breaks);
      await one.delivery.submit(envelopeOf(meanwhile));
      expect(await one.ownFiles()).toBe(1);
      expect(one.logged('the shared outbox is unavailable')).toEqual([expect.objectContaining({ reason })]);
      receiver.answer(accept);
      await redis().ask(mends);
      await waitUntil('Redis to be back', () => one.logged('the shared outbox is back').length === 1);
      await waitUntil('both to arrive', () => receiver.accepted.length === 2);
      expect(arrivals(receiver)).toEqual([before, meanwhile].toSorted());
    },
  );

  test('a full Redis is emptied all the same', async () => {
    const { receiver, instances } = await setUp();
    receiver.answer(respondWith(503));
    const ids = [newId(), newId()];
    for (const id of ids) await instances[0].delivery.accept(envelopeOf(id));
    await redis().ask('CONFIG SET maxmemory 1');
    receiver.answer(accept);
    await waitUntil('both to arrive', () => receiver.accepted.length === 2);
    await waitUntil('both to be gone', async () => (await instances[1].outbox.holds(ids[0] ?? '')) === false);
    await redis().ask('CONFIG SET maxmemory 0');
  });

  test('a Redis that has forgotten its scripts learns them again', async () => {
    const { receiver, instances } = await setUp();
    await redis().ask('SCRIPT FLUSH');
    await instances[0].delivery.submit(envelopeOf(newId()));
    await waitUntil('it to arrive', () => receiver.accepted.length === 1);
    expect(instances[0].lines.filter(({ level }) => level === 'error')).toEqual([]);
  });

  test('a wrong password is a reason in the log, and is not repeated there', async () => {
    const receiver = await receiverOfThisTest();
    const url = redis().url.replace(/:[^:@]+@/, ':topsecret@');
    const { delivery, lines } = await startInstance({ url, prefix: newPrefix(), receiver });
    await delivery.start();
    await delivery.submit(envelopeOf(newId()));
    await waitUntil('it to arrive', () => receiver.accepted.length === 1);
    expect(lines).toEqual([expect.objectContaining({ msg: 'the shared outbox is unavailable', reason: 'WRONGPASS' })]);
    expect(JSON.stringify(lines)).not.toContain('topsecret');
  });

  test('data that is not an envelope is dropped, counted, and holds up no other', async () => {
    const { receiver, instances } = await setUp();
    const [one, other] = instances;
    receiver.answer(respondWith(503));
    const [bad, good] = [newId(), newId()];
    await one.outbox.put(
      { ...envelopeOf(bad), bytes: Buffer.from('no envelope') },
      { source: 'browser', claimed: false },
    );
    await one.delivery.accept(envelopeOf(good));
    receiver.answer(accept);
    await other.delivery.start();
    await waitUntil('the other one to arrive', () => receiver.accepted.length === 1);
    expect(arrivals(receiver)).toEqual([good]);
    await other.deployment.settled();
    expect(await one.delivery.stateOf(bad)).toEqual({ state: 'dropped', reason: 'the kept data is not an envelope' });
  });

  test('a user with the rights that docs/operating.md names may do everything', async () => {
    const rights = /`(~\{candor\}\* [^`]+)` suffices/.exec(readFileSync('docs/operating.md', 'utf8'))?.[1] ?? 'none';
    const [receiver, prefix] = [await receiverOfThisTest(), newPrefix()];
    await redis().ask(`ACL SETUSER few on >few ${rights.replace('candor', prefix)}`);
    const url = redis().url.replace(/\/\/:[^@]+@/, '//few:few@');
    const { delivery, deployment, outbox, lines } = await startInstance({
      url,
      prefix,
      receiver,
      limits: { envelopes: 1 },
    });
    receiver.answer(respondWith(503));
    for (const id of [newId(), newId(), newId()]) await delivery.accept(envelopeOf(id));
    await deployment.take([{ name: 'x', ms: 1_000, limit: 1 }]);
    deployment.refund([{ name: 'x', ms: 1_000, limit: 1 }]);
    receiver.answer(accept);
    await outbox.check();
    await delivery.start();
    await waitUntil('the one that is left to arrive', () => receiver.accepted.length === 1);
    expect(lines.filter(({ level }) => level === 'error')).toEqual([]);
    expect(delivery.report().dropped).toEqual({ 'the outbox is full': 2 });
  });

  test('deployments with other prefixes do not see each other', async () => {
    const receiver = await receiverOfThisTest();
    receiver.answer(respondWith(503));
    const [one, other] = [newPrefix(), newPrefix()].map((prefix) =>
      startInstance({ url: redis().url, prefix, receiver }),
    );
    const id = newId();
    await (await one)?.delivery.accept(envelopeOf(id));
    await (await other)?.delivery.start();
    expect((await other)?.delivery.report()).toMatchObject({ queued: 0 });
    expect(await (await other)?.delivery.stateOf(id)).toEqual({ state: 'unknown' });
  });
});
