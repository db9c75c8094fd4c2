import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Delivery } from '../../candor/delivery/delivery';
import { parseDsn } from '../../candor/delivery/dsn';
import { openEnvelope } from '../../candor/delivery/envelope';
import { openSharedOutbox } from '../../candor/delivery/open-shared-outbox';
import { createOutbox } from '../../candor/delivery/outbox';
import { redisIsMissing, startRedis, type Redis } from '../support/redis';
import { waitUntil } from '../support/wait-until';
import { isLong } from './size';

const count = isLong ? 10_000 : 500;
const concurrency = 8;
const limits = { bytes: 1e9, envelopes: 20_000 };
const log = { info() {}, warn() {}, error() {} };
const dsn = parseDsn('http://publickey@127.0.0.1:1/42');
const newId = () => randomUUID().replaceAll('-', '');
/** As large as the event of a failing page. */
const newEnvelope = () =>
  openEnvelope(Buffer.from(`{"event_id":"${newId()}"}\n{"type":"event"}\n{"x":"${'x'.repeat(4_000)}"}`));

describe.skipIf(redisIsMissing)(
  `figures of the shared outbox${redisIsMissing ? `, but ${redisIsMissing}` : ''}`,
  () => {
    let redis: Redis;
    beforeAll(async () => {
      redis = await startRedis();
    });
    afterAll(() => redis.stop());

    const relay = async () => ({ state: 'sent' }) as const;

    /** Each call opens the same store again, as another process would. */
    const stores = {
      disk: async () => {
        const folder = await mkdtemp(join(tmpdir(), 'candor-figures-'));
        const open = async () => {
          const delivery = new Delivery({ dsn, log, relay, outbox: createOutbox(folder, limits) });
          return { delivery, close: () => {} };
        };
        return { open, end: () => rm(folder, { recursive: true }) };
      },
      Redis: async () => {
        const folder = await mkdtemp(join(tmpdir(), 'candor-figures-'));
        const open = async () => {
          const own = createOutbox(folder, limits);
          const { close, ...parts } = await openSharedOutbox({ url: redis.url, prefix: 'figures', own, limits, log });
          return { delivery: new Delivery({ dsn, log, relay, ...parts }), close };
        };
        return { open, end: () => rm(folder, { recursive: true, force: true }) };
      },
    };

    async function measure(work: () => Promise<void>) {
      const [from, used] = [performance.now(), process.cpuUsage()];
      await work();
      const { user, system } = process.cpuUsage(used);
      return { ms: performance.now() - from, cpuMs: (user + system) / 1_000 };
    }

    test.each(Object.entries(stores))(
      `${count} events pass the outbox on %s, and as many that were left are drained from it`,
      { timeout: 540_000 },
      async (name, setUp) => {
        const { open, end } = await setUp();
        const first = await open();
        await first.delivery.start();
        let made = 0;
        const submitAll = async () => {
          while (made < count) {
            made += 1;
            await first.delivery.submit(newEnvelope());
          }
        };
        const passed = await measure(async () => {
          await Promise.all(Array.from({ length: concurrency }, submitAll));
          await waitUntil('all to be sent', () => first.delivery.report().sent === count, 240_000);
        });
        await first.delivery.stop(); // From now on it keeps and does not send.
        made = 0;
        await Promise.all(Array.from({ length: concurrency }, submitAll));
        await first.delivery.stop();
        const bytes = name === 'Redis' ? /used_memory:(\d+)/.exec(await redis.ask('INFO memory'))?.[1] : undefined;

        const next = await open();
        const drained = await measure(async () => {
          await next.delivery.start();
          await waitUntil('all to be drained', () => next.delivery.report().sent === count, 240_000);
        });
        await next.delivery.stop();
        await waitUntil('none to be left', () => next.delivery.report().queued === 0);
        const perEvent = ({ ms, cpuMs }: { ms: number; cpuMs: number }) =>
          `${Math.round((count / ms) * 1_000)} a second, ${(cpuMs / count).toFixed(3)} ms of the processor each`;
        console.log(`${name}: ${perEvent(passed)}; drained ${perEvent(drained)}, ${Math.round(drained.ms)} ms in all`);
        if (bytes) console.log(`Redis had ${(Number(bytes) / 1e6).toFixed(1)} MB with ${count} kept`);
        for (const one of [first, next]) one.close();
        await end();
        expect(next.delivery.report()).toMatchObject({ sent: count, dropped: {} });
      },
    );
  },
);
