import { expect, test } from 'vitest';
import { Delivery } from '../../candor/src/delivery/delivery';
import { disk } from '../../candor/src/outbox/disk/disk';
import { parseDsn } from '../../candor/src/envelope/dsn';
import { createOutbox } from '../../candor/src/outbox/disk/disk-outbox';
import { waitUntil } from '../support/wait-until';
import { envelopeOf, tempFolder } from '../unit/delivery/set-up-delivery';
import { byBrowser } from '../unit/outbox/use-outbox';
import { silent } from './create-tunnel';
import { measure, median } from './load';
import { isLong } from './size';

const few = isLong ? 1_000 : 300;
const many = 10 * few;
const rounds = isLong ? 5 : 3;

const limits = { bytes: 64 * 1024 * 1024, envelopes: 20_000 };
const dsn = parseDsn('http://publickey@127.0.0.1:1/42');
const idOf = (index: number) => String(index).padStart(32, 'a');

/** A disk that counts what it is asked. */
function countingDisk() {
  const calls: Record<string, number> = {};
  const counting = Object.entries(disk).map(([name, call]) => [
    name,
    (...given: unknown[]) => {
      calls[name] = (calls[name] ?? 0) + 1;
      return (call as (...given: unknown[]) => unknown)(...given);
    },
  ]);
  return { calls, disk: Object.fromEntries(counting) as typeof disk };
}

/** An outbox that an earlier run has left so many envelopes in, and a service that takes all of them. */
async function setUp(count: number) {
  const folder = await tempFolder();
  const earlier = createOutbox(folder, limits);
  for (let index = 0; index < count; index += 1) await earlier.put(envelopeOf(idOf(index)), byBrowser);
  const { calls, disk } = countingDisk();
  const outbox = createOutbox(folder, limits, { disk });
  return { calls, delivery: new Delivery({ dsn, log: silent, relay: async () => ({ state: 'sent' }), outbox }) };
}

async function drain(count: number) {
  const { delivery, calls } = await setUp(count);
  const taken = await measure(async () => {
    await delivery.start();
    await waitUntil('all to be sent', () => delivery.stats().sent === count, 120_000);
  });
  await delivery.stop();
  return { ...taken, count, calls };
}

test(`${many} kept events cost ten times as much as ${few}`, async () => {
  await drain(few); // What runs first is compiled first.
  const rows: { few: number; many: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const [small, large] = [await drain(few), await drain(many)];
    rows.push({ few: small.cpuMs, many: large.cpuMs });
    for (const { count, ms, calls } of [small, large]) {
      const { open = 0, renameSync = 0, unlinkSync = 0, lstat = 0, readdir = 0 } = calls;
      expect({ open, lstat, renameSync }).toEqual({ open: count, lstat: count, renameSync: count });
      expect(unlinkSync).toBe(count + 1); // The probe at the start.
      expect(readdir).toBeLessThanOrEqual(2 + ms / 9_000); // By time, not by what is sent.
    }
  }
  const ratio = median(rows.map((row) => row.many)) / median(rows.map((row) => row.few));
  const figures = JSON.stringify(rows.map((row) => [row.few, row.many].map(Math.round)));
  console.log(`${few} and ${many} drained: ${figures} ms of the processor`);
  console.log(`${many} took ${ratio.toFixed(1)} times as long as ${few}`);
  expect(ratio).toBeLessThan(20); // It was 30 and more.
});

test(`the state of one event costs the same with ${many} kept as with ${few / 100}`, async () => {
  const outboxes = [await setUp(few / 100), await setUp(many)];
  const times: number[][] = [[], []];
  for (const { delivery } of outboxes) await delivery.start().then(() => delivery.stop());
  for (let round = 0; round < 30; round += 1) {
    for (const [index, { delivery, calls }] of outboxes.entries()) {
      const before = JSON.stringify(calls);
      const start = performance.now();
      for (let turn = 0; turn < 2_000; turn += 1) await delivery.stateOf(idOf(-1 - turn));
      times[index]?.push(performance.now() - start);
      expect(JSON.stringify(calls)).toBe(before);
    }
  }
  const [little = 1, much = 1] = times.map(median);
  console.log(`with ${many} kept it took ${(much / little).toFixed(1)} times as long`);
  expect(much / little).toBeLessThan(50); // Hashes and caches; walking them took a thousand times as long.
});
