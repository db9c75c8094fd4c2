import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createOutbox } from '../../../../candor/src/outbox/disk/disk-outbox';
import { openSharedOutbox } from '../../../../candor/src/outbox/redis/open-shared-outbox';
import { jittered, type Lifetime } from '../../../../candor/src/outbox/redis/current-connection';
import { redisIsMissing } from '../../../support/redis';
import { waitUntil } from '../../../support/wait-until';
import { envelopeOf, plenty, recordLog, tempFolder } from '../../delivery/set-up-delivery';
import { anything, byBrowser, byServer, claimed } from '../use-outbox';
import { newId, newPrefix, redisOfThisFile } from './set-up-shared';

const why = redisIsMissing ? `, but ${redisIsMissing}` : '';
describe.skipIf(redisIsMissing)(`the shared outbox of a process that works while a request does${why}`, () => {
  const redis = redisOfThisFile();

  async function open({ prefix = newPrefix(), timeoutMs = 5_000, lifetime = 'request' as Lifetime } = {}) {
    const { log, ...recorded } = recordLog();
    const folder = await tempFolder();
    const own = createOutbox(folder, plenty);
    const place = { url: redis().url, prefix, timeoutMs, lifetime };
    const { outbox, deployment, close } = await openSharedOutbox({ ...place, own, limits: plenty, log });
    onTestFinished(close);
    return { outbox, deployment, prefix, own, ...recorded };
  }

  /** The ids of the connections that processes have to Redis now. */
  const connections = async () =>
    Array.from((await redis().ask('CLIENT LIST')).matchAll(/^id=(\d+) .* name=candor /gm), ([, id]) => id);
  const evaluations = async () => {
    const stats = await redis().ask('INFO commandstats');
    return Array.from(stats.matchAll(/^cmdstat_eval(?:sha)?:calls=(\d+)/gm)).reduce((sum, [, n]) => sum + Number(n), 0);
  };
  const isClosed = () => waitUntil('no connection to be left', async () => (await connections()).length === 0);

  test('connects at its first calls, which succeed, once; closes when it rests with none in flight, and connects again', async () => {
    const { outbox, lines } = await open();
    expect(await connections()).toEqual([]);
    const puts = Array.from({ length: 20 }, () => outbox.put(envelopeOf(newId()), byServer));
    await outbox.rest(); // While they are in flight.
    await Promise.all(puts);
    expect(await connections()).toHaveLength(1);
    await outbox.rest();
    await isClosed();
    await outbox.put(envelopeOf(newId()), byServer);
    expect(await connections()).toHaveLength(1);
    expect([outbox.count(), outbox.countOfOwn(), lines]).toEqual([21, 0, []]);
  });

  test('a put is one round trip, and an event that is sent two: its put, which claims it, and its removal', async () => {
    const { outbox } = await open();
    await outbox.remove(await outbox.put(envelopeOf(newId()), claimed)); // Redis knows the scripts now.
    const before = await evaluations();
    await outbox.put(envelopeOf(newId()), byServer);
    await outbox.remove(await outbox.put(envelopeOf(newId()), claimed));
    expect((await evaluations()) - before).toBe(1 + 2);
  });

  test.each([
    ['monotonic', performance],
    ['wall', Date],
  ])('makes another connection when the %s clock says that it was frozen', async (_, clock) => {
    const { outbox } = await open();
    await outbox.put(envelopeOf(newId()), byServer);
    const [before] = await connections();
    vi.spyOn(clock, 'now').mockReturnValue(clock.now() + 60_000);
    await outbox.put(envelopeOf(newId()), byServer);
    vi.restoreAllMocks();
    await waitUntil('the other one to be the only one', async () => {
      const ids = await connections();
      return ids.length === 1 && ids[0] !== before;
    });
    expect(outbox.countOfOwn()).toBe(0);
  });

  test('without Redis a call waits once within its bound, the next ones do not; the first one that Redis replies to moves what was kept meanwhile', async () => {
    const { outbox, own, logged } = await open({ timeoutMs: 300 });
    redis().pause();
    onTestFinished(() => void redis().resume());
    const elapsed = [];
    for (let call = 0; call < 3; call += 1) {
      const startedAt = performance.now();
      await outbox.put(envelopeOf(newId()), byServer);
      elapsed.push(performance.now() - startedAt);
    }
    expect(own.count()).toBe(3);
    expect(elapsed[0]).toBeGreaterThan(290);
    expect((elapsed[1] ?? NaN) + (elapsed[2] ?? NaN)).toBeLessThan(290);
    await expect(outbox.put(envelopeOf(newId()), byBrowser)).rejects.toThrow('The outbox is unavailable.');
    redis().resume();
    const isShared = async () => (await outbox.put(envelopeOf(newId()), byServer)).fallback === undefined;
    await waitUntil('a call to reach Redis', isShared);
    await outbox.rest();
    expect(logged('the shared outbox is unavailable')).toHaveLength(1);
    expect(logged('the shared outbox is back').map(({ moved }) => Number(moved) >= 3)).toEqual([true]);
    expect(own.count()).toBe(0);
    await isClosed();
  });

  test('what was being sent when Redis came back is moved as soon as it is released', async () => {
    const { outbox, own, logged } = await open({ timeoutMs: 300 });
    redis().pause();
    onTestFinished(() => void redis().resume());
    const entry = await outbox.put(envelopeOf(newId()), claimed);
    expect(entry.fallback).toBe('disk');
    redis().resume();
    await waitUntil('Redis to be back', async () => {
      await outbox.put(envelopeOf(newId()), byServer);
      await outbox.rest();
      return own.count() === 1;
    });
    expect(logged('the shared outbox is back')).toEqual([]);
    await outbox.release(entry, { isDeferred: true, waitMs: 60_000 });
    expect([own.count(), logged('the shared outbox is back').length]).toEqual([0, 1]);
    expect(await outbox.holds(entry.eventId)).toBe(true);
  });

  test('asks nothing of Redis by itself', async () => {
    const { outbox } = await open();
    await outbox.put(envelopeOf(newId()), byServer);
    await redis().ask('CLIENT KILL TYPE normal SKIPME yes');
    const other = await open({ lifetime: 'process' });
    const before = await evaluations();
    await waitUntil('a regular check of another instance', async () => (await evaluations()) > before);
    expect(await connections()).toHaveLength(1);
    expect(other.lines).toEqual([]);
  });

  test('what this process has kept itself is moved before it rests, and an evicting policy is named', async () => {
    await redis().ask('CONFIG SET maxmemory-policy allkeys-lru');
    onTestFinished(() => void redis().ask('CONFIG SET maxmemory-policy noeviction'));
    const { outbox, own, logged } = await open();
    await own.put(envelopeOf(newId()), byServer);
    await outbox.rest();
    expect([own.count(), outbox.count()]).toEqual([0, 1]);
    const other = await open();
    await other.outbox.refresh();
    for (const named of [logged, other.logged]) expect(named('the shared outbox may lose events')).toHaveLength(1);
  });

  test('what a process had claimed that is gone is freed although no call comes for longer than Redis waits for instances', async () => {
    const { outbox: gone, prefix } = await open();
    await gone.put(envelopeOf(newId()), claimed);
    const { outbox } = await open({ prefix });
    const [beat, due] = ['beat', 'due:error'].map((name) => `{${prefix}}:${name}`);
    const ask = (command: string) => redis().ask(`SELECT 3\r\n${command}`);
    const claimOften = async () => {
      for (let call = 0; call < 3; call += 1) {
        await ask(`DEL ${beat}`); // As when no call comes for 5 s.
        if (await outbox.claimNext(anything)) return true;
      }
      return false;
    };
    expect(await claimOften()).toBe(false);
    const [id = ''] = (await ask(`ZRANGE ${due} 0 -1`)).split('\n').filter((line) => /envelope$/.test(line));
    await ask(`ZADD ${due} 1 ${id}`); // The claim has ended meanwhile.
    expect(await claimOften()).toBe(true);
  });
});

test('processes that have lost Redis ask again after times that differ by up to three times', () => {
  const times = [0, 0.5, 0.99].map((random) => (vi.spyOn(Math, 'random').mockReturnValue(random), jittered(500)));
  expect(times).toEqual([250, 500, 745]);
});
