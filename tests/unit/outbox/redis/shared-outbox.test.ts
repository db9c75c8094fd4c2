import { readFileSync } from 'node:fs';
import { createServer } from 'node:tls';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { makeCertificate } from '../../../support/certificate';
import { accept, respondWith, type FakeIngest, type Respond } from '../../../support/fake-ingest';
import { listen } from '../../../support/loopback';
import { redisIsMissing } from '../../../support/redis';
import { waitUntil } from '../../../support/wait-until';
import { envelopeOf, eventIdsOf, notTaken, receiverOfThisTest, tempFolder } from '../../delivery/set-up-delivery';
import { newId, newPrefix, redisOfThisFile, startInstance } from './set-up-shared';
import { byBrowser } from '../use-outbox';

type Instance = Awaited<ReturnType<typeof startInstance>>;

const newIds = (length: number) => Array.from({ length }, newId);
const queued = { state: 'queued' };
const errorsIn = ({ lines }: Instance) => lines.filter(({ level }) => level === 'error');
const waitForBack = (instance: Instance) =>
  waitUntil('Redis to be back', () => instance.logged('the shared outbox is back').length === 1);

describe.skipIf(redisIsMissing)(`a shared outbox${redisIsMissing ? `, but ${redisIsMissing}` : ''}`, () => {
  const redis = redisOfThisFile();

  /** Two instances of one deployment, and the service. */
  async function setUp(respond?: Respond, options: Partial<Parameters<typeof startInstance>[0]> = {}) {
    const receiver = await receiverOfThisTest(respond);
    const prefix = newPrefix();
    const start = (more = {}) => startInstance({ url: redis().url, prefix, receiver, ...options, ...more });
    const [one, other] = [await start(), await start()];
    return { receiver, prefix, start, one, other, instances: [one, other] as const };
  }

  /** On a busy machine a first attempt may run out of time; the next one is made without a call. */
  async function connected(count: number) {
    const clients = async () => (await redis().ask('CLIENT LIST')).match(/ name=candor /g) ?? [];
    await waitUntil('all to be connected', async () => (await clients()).length === count);
  }

  /** Waits until as many have arrived, and gives them back. */
  async function arrived({ accepted }: FakeIngest, count: number) {
    await waitUntil('all to arrive', () => accepted.length === count);
    return eventIdsOf(accepted).toSorted();
  }

  test('every instance knows the state of every event', async () => {
    const { receiver, instances } = await setUp();
    const statesOf = async (id: string) => {
      await Promise.all(instances.map(({ deployment }) => deployment.settled())); // All is published.
      return Promise.all(instances.map(({ delivery }) => delivery.stateOf(id)));
    };
    for (const [{ delivery }, respond, state] of [
      [instances[0], accept, { state: 'sent', afterMs: expect.any(Number) }],
      [instances[1], respondWith(400), { state: 'dropped', reason: 'the service responded with 400' }],
      [instances[0], respondWith(503), queued],
    ] as const) {
      receiver.answer(respond);
      const id = newId();
      await delivery.accept(envelopeOf(id));
      const [first, second] = await statesOf(id);
      expect([first, second]).toEqual([state, first]);
    }
    expect(await statesOf(newId())).toEqual(Array(2).fill({ state: 'unknown' }));
  });

  test('what was sent stays so, whatever an instance says late, and a copy is neither sent nor counted as lost', async () => {
    const { one, other } = await setUp();
    const id = newId();
    await one.outbox.put(envelopeOf(id), byBrowser);
    for (const [{ deployment }, state] of [
      [other, 'sent'],
      [one, 'queued'],
    ] as const) {
      deployment.record(id, { state });
      await deployment.settled();
    }
    expect(await other.deployment.find(id)).toEqual({ state: 'sent' });
    expect(await other.outbox.claimNext(() => true)).toBeUndefined();
    for (const { outbox } of [one, other, one, other]) await outbox.refresh();
    expect([one, other].map(({ outbox }) => [outbox.count(), outbox.takeLost()])).toEqual(Array(2).fill([0, []]));
  });

  test('an instance does not ask a service that has asked another for a pause', async () => {
    const { receiver, one, other } = await setUp(respondWith(429, {}, { 'Retry-After': '60' }));
    expect(await one.delivery.accept(envelopeOf(newId()))).toEqual(queued);
    expect(receiver.arrivals).toHaveLength(1);
    await one.deployment.settled();
    await other.outbox.check(); // As it does every second.
    await other.delivery.submit(envelopeOf(newId()));
    expect(await other.delivery.accept(envelopeOf(newId()))).toEqual(queued);
    await other.delivery.start();
    await other.delivery.stop();
    expect(receiver.arrivals).toHaveLength(1);
  });

  test('a service that fails is asked once for all instances, and not again before its pause ends', async () => {
    const relay = vi.fn(async () => notTaken);
    const { one, instances } = await setUp(undefined, { relay });
    await connected(instances.length);
    await one.delivery.accept(envelopeOf(newId()));
    for (const id of newIds(5)) await one.outbox.put(envelopeOf(id), byBrowser);
    await Promise.all(instances.map(({ outbox }) => outbox.check())); // As they do every second.
    await Promise.all(instances.map(({ delivery }) => delivery.start()));
    await Promise.all(instances.map(({ delivery }) => delivery.accept(envelopeOf(newId()))));
    expect(relay).toHaveBeenCalledOnce();
  });

  test('without Redis the server’s events are kept on the own disk, and are moved when it is back; browsers keep theirs', async () => {
    const { receiver, one, other } = await setUp(respondWith(429, {}, { 'Retry-After': '2' }));
    await one.delivery.start();
    await redis().kill();
    const ids = newIds(2);
    for (const id of ids) await one.delivery.submit(envelopeOf(id));
    expect(await one.delivery.accept(envelopeOf(newId()))).toMatchObject({ state: 'unavailable' });
    expect(await one.ownFiles()).toBe(2);
    expect(await one.delivery.stateOf(ids[0] ?? '')).toEqual(queued);
    expect(one.delivery.stats()).toMatchObject({ queued: 2, queuedHere: 2 });
    expect(await other.delivery.stateOf(ids[0] ?? '')).toEqual({ state: 'unknown' });
    await redis().restart();
    await waitForBack(one);
    expect(await one.ownFiles()).toBe(0);
    expect(one.logged('the shared outbox is unavailable')).toHaveLength(1);
    expect(one.logged('the shared outbox is back')).toMatchObject([{ moved: 2 }]);
    expect(one.logged('the outbox cannot be written')).toEqual([]);
    one.die();
    receiver.answer(accept);
    await other.delivery.start();
    expect(await arrived(receiver, 2)).toEqual(ids.toSorted());
  });

  test('while Redis does not reply everything goes on without it, and nothing is sent twice', async () => {
    const { receiver, one, instances } = await setUp(undefined, { timeoutMs: 200 });
    redis().pause();
    await Promise.all(newIds(10).map((id) => one.delivery.submit(envelopeOf(id))));
    const browsers = await Promise.all(newIds(2).map((id) => one.delivery.accept(envelopeOf(id))));
    expect(browsers).toEqual(Array(2).fill({ state: 'sent' })); // The service takes them.
    await arrived(receiver, 12);
    redis().resume();
    await waitForBack(one);
    for (const { delivery } of instances) await delivery.start();
    expect(one.delivery.stats()).toMatchObject({ queued: 0, queuedHere: 0 });
    expect(receiver.accepted).toHaveLength(12);
  });

  test.each([
    ['full', 'OOM', 'CONFIG SET maxmemory 1', 'CONFIG SET maxmemory 0'],
    ['read-only', 'READONLY', 'REPLICAOF 127.0.0.1 1', 'REPLICAOF NO ONE'],
  ])('of a Redis that is %s the log says once that it is %s, and what is kept meanwhile is moved', async (...row) => {
    const [, reason, breaks, mends] = row;
    const { receiver, one } = await setUp(respondWith(503));
    const [before, meanwhile] = [newId(), newId()];
    await one.delivery.submit(envelopeOf(before));
    await waitUntil('the attempt', async () => (await one.delivery.stateOf(before)).state === 'queued');
    await redis().ask(breaks);
    onTestFinished(async () => void (await redis().ask(mends)));
    await one.deployment.take([{ name: 'x', ms: 1_000, limit: 1 }]); // The first reply that says so is logged by nobody.
    await one.delivery.submit(envelopeOf(meanwhile));
    expect(await one.ownFiles()).toBe(1);
    expect(one.logged('the shared outbox is unavailable')).toEqual([expect.objectContaining({ reason })]);
    receiver.answer(accept);
    await redis().ask(mends);
    await waitForBack(one);
    expect(await arrived(receiver, 2)).toEqual([before, meanwhile].toSorted());
  });

  test('a full Redis is emptied all the same', async () => {
    const { receiver, one, other } = await setUp(respondWith(503));
    const ids = newIds(2);
    for (const id of ids) await one.delivery.accept(envelopeOf(id));
    await redis().ask('CONFIG SET maxmemory 1');
    receiver.answer(accept);
    await arrived(receiver, 2);
    await waitUntil('both to be gone', async () => (await other.outbox.holds(ids[0] ?? '')) === false);
    await redis().ask('CONFIG SET maxmemory 0');
  });

  test.each([
    ['a connection that Redis has closed is made again', 'CLIENT KILL TYPE normal SKIPME yes'],
    ['a script that Redis has forgotten is learned again', 'SCRIPT FLUSH'],
  ])('%s by the next call', async (_, command) => {
    const { one, instances } = await setUp(respondWith(503));
    await connected(instances.length);
    await Promise.all(instances.map(({ outbox }) => outbox.check())); // The next check, which would notice, is a second away.
    await redis().ask(command);
    await redis().ask('PING');
    for (let turn = 0; turn < 3; turn += 1) await new Promise(setImmediate); // In which it learns of that.
    await one.delivery.submit(envelopeOf(newId()));
    expect([await one.ownFiles(), one.delivery.stats().queued, errorsIn(one)]).toEqual([0, 1, []]);
  });

  test('a wrong password is a reason in the log, and is not repeated there', async () => {
    const receiver = await receiverOfThisTest();
    const url = redis().url.replace(/:[^:@]+@/, ':topsecret@');
    const { delivery, lines } = await startInstance({ url, prefix: newPrefix(), receiver });
    await delivery.start();
    await delivery.submit(envelopeOf(newId()));
    await arrived(receiver, 1);
    expect(lines).toEqual([expect.objectContaining({ msg: 'the shared outbox is unavailable', reason: 'WRONGPASS' })]);
    expect(JSON.stringify(lines)).not.toContain('topsecret');
  });

  test('a Redis whose certificate this process does not know is a reason in the log', async () => {
    const { key, certificate } = await makeCertificate(await tempFolder());
    const secure = createServer({ key: readFileSync(key), cert: readFileSync(certificate) });
    onTestFinished(() => void secure.close());
    const { port } = await listen(secure);
    const url = `rediss://:secret@localhost:${port}/1`;
    const one = await startInstance({ url, prefix: newPrefix(), relay: async () => notTaken });
    await one.delivery.submit(envelopeOf(newId()));
    expect(one.delivery.stats().queuedHere).toBe(1);
    expect(one.logged('the shared outbox is unavailable')).toMatchObject([{ reason: 'DEPTH_ZERO_SELF_SIGNED_CERT' }]);
  });

  test('a user with the rights that docs/operating.md names may do everything', async () => {
    const rights = /`(~\{candor\}\* [^`]+)` suffices/.exec(readFileSync('docs/operating.md', 'utf8'))?.[1] ?? 'none';
    const [receiver, prefix] = [await receiverOfThisTest(respondWith(503)), newPrefix()];
    await redis().ask(`ACL SETUSER few on >few ${rights.replace('candor', prefix)}`);
    const url = redis().url.replace(/\/\/:[^@]+@/, '//few:few@');
    const instance = await startInstance({ url, prefix, receiver, limits: { envelopes: 1 } });
    const { delivery, deployment, outbox } = instance;
    for (const id of newIds(3)) await delivery.accept(envelopeOf(id));
    await deployment.take([{ name: 'x', ms: 1_000, limit: 1 }]);
    deployment.refund([{ name: 'x', ms: 1_000, limit: 1 }]);
    receiver.answer(accept);
    await outbox.check();
    await delivery.start();
    await arrived(receiver, 1); // The one that is left.
    expect(errorsIn(instance)).toEqual([]);
    expect(delivery.stats().dropped).toEqual({ 'the outbox is full': 2 });
  });

  describe('that loses things', () => {
    const reason = 'the shared outbox has lost it';
    const ask = (...command: string[]) => redis().ask('SELECT 3\r\n' + command.join(' '));
    const countedBy = (all: readonly Instance[]) =>
      all.reduce((sum, { delivery }) => sum + (delivery.stats().dropped[reason] ?? 0), 0);
    /** Lets every instance look what is there, as it does every 9 s, twice. */
    async function scanTwice(all: readonly Instance[]) {
      for (const { delivery } of [...all, ...all]) await delivery.start();
    }

    /** Two instances that each have acknowledged an event of the server and one of a browser while the service is down. */
    async function setUpKept() {
      const { instances, ...rest } = await setUp(respondWith(429, {}, { 'Retry-After': '600' }));
      const ids = newIds(4);
      for (const [at, id] of ids.entries()) {
        const { delivery } = instances[at < 2 ? 0 : 1];
        if (at % 2 === 0) await delivery.submit(envelopeOf(id));
        else expect(await delivery.accept(envelopeOf(id))).toEqual(queued);
      }
      await waitUntil('all to be queued', async () => {
        await instances[0].outbox.refresh();
        const states = await Promise.all(ids.map((id) => instances[1].delivery.stateOf(id)));
        return states.every(({ state }) => state === 'queued');
      });
      return { ...rest, instances, ids };
    }

    test.each<[string, (prefix: string) => Promise<unknown>]>([
      ['the bodies, as by an evicting policy', (prefix) => ask('DEL', `{${prefix}}:body`)],
      ['everything', () => ask('FLUSHDB')],
    ])('%s, has every event that was acknowledged counted once, and keeps new ones', async (_, lose) => {
      const { prefix, one, other, instances, ids } = await setUpKept();
      await lose(prefix);
      await scanTwice(instances);
      const lines = instances.flatMap(({ logged }) => logged('event not delivered'));
      const dropped = lines.flatMap((line) => (line.reason === reason && line.next === 'dropped' ? [line.event] : []));
      expect(dropped.toSorted()).toEqual(ids.toSorted());
      expect(countedBy(instances)).toBe(4);
      expect(await one.delivery.stateOf(ids[0] ?? '')).toEqual({ state: 'dropped', reason });
      await one.delivery.accept(envelopeOf(newId()));
      await scanTwice(instances);
      expect([other.delivery.stats().queued, countedBy(instances)]).toEqual([1, 4]);
    });

    test('has no event counted that another instance has sent or evicted before', async () => {
      const { receiver, one, instances, prefix, start } = await setUpKept();
      receiver.answer(accept);
      await ask('DEL', `{${prefix}}:service`);
      const third = await start({ limits: { envelopes: 3 } });
      await third.delivery.start();
      await arrived(receiver, 3);
      const isEmpty = () => third.outbox.refresh().then(() => third.delivery.stats().queued === 0);
      await waitUntil('nothing to be kept', isEmpty);
      await third.deployment.settled();
      await scanTwice(instances);
      await ask('FLUSHDB');
      await scanTwice(instances);
      expect([one.delivery.stats().queued, countedBy(instances)]).toEqual([0, 0]);
      expect(third.delivery.stats().dropped).toEqual({ 'the outbox is full': 1 });
    });

    test.each([
      ['allkeys-lru', [{ maxmemoryPolicy: 'allkeys-lru' }]],
      ['volatile-ttl', []],
      ['noeviction', []],
    ])('by the policy %s is named once at the start if it evicts', async (policy, named) => {
      await redis().ask('CONFIG SET maxmemory-policy', policy);
      onTestFinished(() => void redis().ask('CONFIG SET maxmemory-policy noeviction'));
      const { logged, outbox } = await startInstance({ url: redis().url, prefix: newPrefix() });
      for (let check = 0; check < 3; check += 1) await outbox.check();
      expect(logged('the shared outbox may lose events')).toMatchObject(named);
    });
  });
});
