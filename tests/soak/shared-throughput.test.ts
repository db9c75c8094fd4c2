import { describe, expect, test } from 'vitest';
import { Delivery } from '../../candor/src/delivery/delivery';
import { parseDsn } from '../../candor/src/envelope/dsn';
import { openSharedOutbox } from '../../candor/src/outbox/redis/open-shared-outbox';
import { createOutbox } from '../../candor/src/outbox/disk/disk-outbox';
import { redisIsMissing } from '../support/redis';
import { waitUntil } from '../support/wait-until';
import { envelopeOf, tempFolder } from '../unit/delivery/set-up-delivery';
import { newId, redisOfThisFile } from '../unit/outbox/redis/set-up-shared';
import { silent as log } from './create-tunnel';
import { measure } from './load';
import { isLong } from './size';

const count = isLong ? 10_000 : 500;
const concurrency = 8;
const limits = { bytes: 1e9, envelopes: 20_000 };
const dsn = parseDsn('http://publickey@127.0.0.1:1/42');
/** As large as the event of a failing page. */
const newEnvelope = () => envelopeOf(newId(), `\n{"type":"event"}\n{"x":"${'x'.repeat(4_000)}"}`);

const why = redisIsMissing ? `, but ${redisIsMissing}` : '';
describe.skipIf(redisIsMissing)(`figures of the shared outbox${why}`, () => {
  const redis = redisOfThisFile();
  const relay = async () => ({ state: 'sent' }) as const;

  /** Each call opens the same store again, as another process would. */
  const stores = {
    disk: (folder: string) => async () => {
      const delivery = new Delivery({ dsn, log, relay, outbox: createOutbox(folder, limits) });
      return { delivery, close: () => {} };
    },
    Redis: (folder: string) => async () => {
      const own = createOutbox(folder, limits);
      const place = { url: redis().url, prefix: 'figures' };
      const { close, ...parts } = await openSharedOutbox({ ...place, own, limits, log });
      return { delivery: new Delivery({ dsn, log, relay, ...parts }), close };
    },
  };

  test.each(Object.entries(stores))(
    `${count} events pass the outbox on %s, and as many that were left are drained from it`,
    { timeout: 540_000 },
    async (name, setUp) => {
      const open = setUp(await tempFolder());
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
        await waitUntil('all to be sent', () => first.delivery.stats().sent === count, 240_000);
      });
      await first.delivery.stop(); // From now on it keeps and does not send.
      made = 0;
      await Promise.all(Array.from({ length: concurrency }, submitAll));
      await first.delivery.stop();
      const bytes = name === 'Redis' ? /used_memory:(\d+)/.exec(await redis().ask('INFO memory'))?.[1] : undefined;

      const next = await open();
      const drained = await measure(async () => {
        await next.delivery.start();
        await waitUntil('all to be drained', () => next.delivery.stats().sent === count, 240_000);
      });
      await next.delivery.stop();
      await waitUntil('none to be left', () => next.delivery.stats().queued === 0);
      const perEvent = ({ ms, cpuMs }: { ms: number; cpuMs: number }) =>
        `${Math.round((count / ms) * 1_000)} a second, ${(cpuMs / count).toFixed(3)} ms of the processor each`;
      console.log(`${name}: ${perEvent(passed)}; drained ${perEvent(drained)}, ${Math.round(drained.ms)} ms in all`);
      if (bytes) console.log(`Redis had ${(Number(bytes) / 1e6).toFixed(1)} MB with ${count} kept`);
      for (const one of [first, next]) one.close();
      expect(next.delivery.stats()).toMatchObject({ sent: count, dropped: {} });
    },
  );
});
