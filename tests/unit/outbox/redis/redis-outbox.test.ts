import { afterAll, describe, expect, test } from 'vitest';
import type { OutboxEntry } from '../../../../candor/src/outbox/outbox';
import { RedisDeployment } from '../../../../candor/src/outbox/redis/redis-deployment';
import { RedisLink } from '../../../../candor/src/outbox/redis/redis-link';
import { RedisOutbox } from '../../../../candor/src/outbox/redis/redis-outbox';
import { redisIsMissing } from '../../../support/redis';
import { describeOutbox, type OpenOutbox } from '../outbox-contract';
import { envelopeOf, idOf, plenty } from '../../delivery/set-up-delivery';
import { newPrefix, redisOfThisFile } from './set-up-shared';
import { anything, byServer, claimed } from '../use-outbox';

describe.skipIf(redisIsMissing)(`with a real Redis${redisIsMissing ? `, but ${redisIsMissing}` : ''}`, () => {
  const redis = redisOfThisFile();
  const links: RedisLink[] = [];
  afterAll(() => links.forEach((link) => link.close()));

  const open = async (prefix = newPrefix()) => {
    const link = await RedisLink.open({ url: redis().url, prefix, timeoutMs: 5_000 });
    links.push(link);
    return link;
  };

  const setUpStore = async (): Promise<OpenOutbox> => {
    const link = await open();
    await new RedisOutbox(link, { bytes: 1, envelopes: 1 }).probe();
    let calls = 0;
    // Of Redis's own clock no two calls see the same µs.
    return (limits, { now, elapsed }) =>
      new RedisOutbox(link, limits, { now: () => now() + (calls += 1) / 1_000, elapsed });
  };
  describeOutbox('the outbox in Redis', setUpStore, { isShared: true });

  test('while the service fails one envelope at a time is claimed, and nobody has to ask for another', async () => {
    const link = await open();
    const [one, other] = [new RedisOutbox(link, plenty), new RedisOutbox(link, plenty)];
    const deployment = new RedisDeployment(link);
    for (const digit of [1, 2]) await one.put(envelopeOf(digit), byServer);
    deployment.pause({ all: 0, error: 0, feedback: 0 }, { hasFailed: true });
    await deployment.settled();
    expect((await one.claimNext(anything))?.entry.eventId).toBe(idOf(1));
    expect(await other.claimNext(anything)).toBeUndefined();
    expect(other.hasWaiting(anything)).toBe(false);
    deployment.onServiceState({ all: 0, error: 0, feedback: 0, failingForMs: 0, failures: 1 });
    deployment.respond();
    await deployment.settled();
    expect((await other.claimNext(anything))?.entry.eventId).toBe(idOf(2));
  });

  describe('a Redis that has lost a key', () => {
    async function setUp(count = 3) {
      const prefix = newPrefix();
      const link = await open(prefix);
      const outbox = new RedisOutbox(link, plenty);
      for (let put = 0; put < count; put += 1) await outbox.put(envelopeOf(1), byServer);
      const ask = async (...command: string[]) => {
        const reply = await redis().ask(`SELECT 3\r\n${command.join(' ').replaceAll('KEY:', `{${prefix}}:`)}`);
        return reply.split('\n').at(-3);
      };
      return { outbox, deployment: new RedisDeployment(link), ask, other: () => new RedisOutbox(link, plenty) };
    }

    async function removeAll(outbox: RedisOutbox, count = 0): Promise<number> {
      const next = await outbox.claimNext(anything);
      if (next) await outbox.remove(next.entry);
      return next ? removeAll(outbox, count + 1) : count;
    }

    const keys = ['due:error', 'kept:server', 'bytes', 'events', 'claims', 'beat'];
    test.each(keys)('sends all that is left without %s, and counts nothing afterwards', async (key) => {
      const { outbox, ask, other } = await setUp();
      await ask('DEL', `KEY:${key}`);
      await outbox.refresh();
      expect(await removeAll(other())).toBe(3);
      await outbox.refresh();
      expect([outbox.count(), outbox.takeLost()]).toEqual([0, []]);
      expect(await ask('HGET', 'KEY:bytes', 'server')).toBe('0');
    });

    test('counts what is missing twice in a row, once, and not what was sent', async () => {
      const { outbox, deployment, ask } = await setUp(0);
      for (const digit of [1, 2, 3]) await outbox.put(envelopeOf(digit), byServer);
      deployment.record(idOf(1), { state: 'sent' });
      await deployment.settled();
      await ask('DEL', 'KEY:body', 'KEY:kept:server', 'KEY:due:error', 'KEY:events');
      const takeLost = async () => (await outbox.refresh(), outbox.takeLost().map(({ eventId }) => eventId));
      expect([await takeLost(), await takeLost(), await takeLost()]).toEqual([[], [idOf(2), idOf(3)], []]);
    });

    test('claims nothing that another program has put there, and holds up no other for it', async () => {
      const { outbox, ask } = await setUp(1);
      await outbox.refresh();
      await ask('ZADD', 'KEY:due:error', '-9e14', 'whatever');
      await ask('HSET', 'KEY:body', 'whatever', 'x');
      expect([await outbox.claimNext(anything), await removeAll(outbox)]).toEqual([undefined, 1]);
      await outbox.refresh();
      expect([await ask('HLEN', 'KEY:body'), outbox.takeLost()]).toEqual([':0', []]);
    });

    test('counts a body that is gone where it is claimed, once', async () => {
      const { outbox, ask, other } = await setUp(2);
      await ask('DEL', 'KEY:body');
      const claiming = other();
      expect(await claiming.claimNext(anything)).toBeUndefined();
      expect(claiming.takeLost()).toEqual(Array(2).fill({ eventId: idOf(1), reason: 'the shared outbox has lost it' }));
      await outbox.refresh();
      expect([outbox.count(), outbox.takeLost()]).toEqual([0, []]);
      expect(await ask('HGET', 'KEY:bytes', 'server')).toBe('0');
    });
  });

  test('no step takes more than 50 commands in Redis, with 10,000 envelopes of 4 kB kept', async () => {
    const link = await open();
    const outbox = new RedisOutbox(link, { bytes: 1e9, envelopes: 9_999 });
    const windows = [1, 2].map((limit) => ({ name: `of ${limit}`, ms: 60_000, limit }));
    const put = (as: { source: 'server'; claimed: boolean }) => outbox.put(large, as);
    const large = envelopeOf(1, `\n{"type":"event"}\n{"x":"${'x'.repeat(4_000)}"}`);
    for (let made = 0; made < 10_000; made += 500) await Promise.all(Array.from({ length: 500 }, () => put(byServer)));
    const [sent] = await Promise.all([put(claimed), put(claimed)]);
    let evicted: OutboxEntry[] = [];
    const steps: [string, () => Promise<unknown>][] = [
      ['put', () => put(byServer)],
      ['put and claim', () => put(claimed)],
      ['claim', () => outbox.claimNext(anything)],
      ['defer', () => outbox.release(sent, { isDeferred: true })],
      ['remove', () => outbox.remove(sent)],
      ['evict', async () => (await link.send(['DEL', link.key('back')]), (evicted = await outbox.evict()))],
      ['remove what was evicted', () => Promise.all(evicted.map((entry) => outbox.remove(entry)))],
      ['refresh', () => outbox.refresh()],
      ['repair', async () => [await link.send(['DEL', link.key('due:error')]), await outbox.refresh()]],
      ['take', () => new RedisDeployment(link).take(windows)],
    ];
    const counted: Record<string, number> = {};
    for (const [name, step] of steps) {
      await redis().ask('CONFIG RESETSTAT');
      await step();
      const calls = (await redis().ask('INFO commandstats')).matchAll(/^cmdstat_([a-z]+):calls=(\d+)/gm);
      const counts = new Map(Array.from(calls, ([, of = '', n]) => [of, Number(n)]));
      const scripts = counts.get('evalsha') ?? 1;
      counted[name] = ([...counts.values()].reduce((sum, one) => sum + one, 0) - scripts) / scripts;
    }
    expect(Math.max(...Object.values(counted))).toBeLessThanOrEqual(50);
    expect([outbox.count(), (await outbox.claimNext(anything))?.bytes.byteLength]).toEqual([9_999, large.bytes.length]);
  });

  test('there are as many keys with many envelopes as with one, all of this deployment and in one slot', async () => {
    const outbox = new RedisOutbox(await open('a.b:c'), plenty);
    const keys = async () => {
      const reply = await redis().ask('SELECT 3\r\nKEYS', '*a.b:c*');
      return reply.split('\n').filter((line) => line.startsWith('{'));
    };
    await outbox.put(envelopeOf(1), byServer);
    const ofOne = await keys();
    expect(ofOne.every((key) => key.startsWith('{a.b:c}:'))).toBe(true);
    for (const digit of [2, 3, 4]) await outbox.put(envelopeOf(digit), byServer);
    expect((await keys()).toSorted()).toEqual(ofOne.toSorted());
    expect(ofOne).toContain('{a.b:c}:body');
  });
});
