import fs from 'node:fs';
import { expect, test, vi } from 'vitest';
import { Delivery } from '../../candor/src/delivery/delivery';
import type { SendResult } from '../../candor/src/delivery/service-response';
import { parseDsn } from '../../candor/src/envelope/dsn';
import { createOutbox } from '../../candor/src/outbox/disk/disk-outbox';
import { waitUntil } from '../support/wait-until';
import { envelopeOf, tempFolder } from '../unit/delivery/set-up-delivery';
import { byBrowser } from '../unit/outbox/use-outbox';
import { median, silent } from './load';
import { isLong } from './size';

const few = isLong ? 1_000 : 300;
const many = 10 * few;
const rounds = isLong ? 5 : 3;

const limits = { bytes: 64 * 1024 * 1024, envelopes: 20_000 };
const dsn = parseDsn('http://publickey@127.0.0.1:1/42');
const idOf = (index: number) => String(index).padStart(32, 'a');

const counted = ['renameSync', 'unlinkSync', 'lstatSync'] as const;

/** An outbox that an earlier run has left so many envelopes for, and a service with this result for all of them. */
async function setUp(count: number, result: SendResult = { state: 'sent' }) {
  const folder = await tempFolder();
  const earlier = createOutbox(folder, limits);
  for (let index = 0; index < count; index += 1) await earlier.put(envelopeOf(idOf(index)), byBrowser);
  await earlier.close?.();
  const outbox = createOutbox(folder, limits);
  return new Delivery({ dsn, log: silent, relay: async () => result, outbox });
}

async function drain(count: number) {
  const delivery = await setUp(count);
  const spies = counted.map((name) => vi.spyOn(fs, name));
  const used = process.cpuUsage(); // Of the processor, so that other programs on this machine do not count.
  await delivery.start();
  await waitUntil('all to be sent', () => delivery.stats().sent === count, 120_000);
  const { user, system } = process.cpuUsage(used);
  await delivery.stop();
  const calls = spies.map((spy) => spy.mock.calls.length);
  vi.restoreAllMocks();
  return { cpuMs: (user + system) / 1_000, count, calls };
}

test(`${many} kept events cost ten times as much as ${few}`, async () => {
  await drain(few); // What runs first is compiled first.
  const rows: { few: number; many: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const [small, large] = [await drain(few), await drain(many)];
    rows.push({ few: small.cpuMs, many: large.cpuMs });
    for (const { count, calls } of [small, large]) {
      // The folder is adopted, each file moved and removed, and the own folder left. The probe writes one file more.
      expect(calls).toEqual([count + 2, count + 1, 1]);
    }
  }
  const ratio = median(rows.map((row) => row.many)) / median(rows.map((row) => row.few));
  const figures = JSON.stringify(rows.map((row) => [row.few, row.many].map(Math.round)));
  console.log(`${few} and ${many} drained: ${figures} ms of the processor`);
  console.log(`${many} took ${ratio.toFixed(1)} times as long as ${few}`);
  expect(ratio).toBeLessThan(20); // It was 30 and more.
});

test(`the state of one event costs the same with ${many} kept as with ${few / 100}`, async () => {
  const paused: SendResult = { state: 'retry', reason: 'x', limits: { all: 3_600 } };
  const outboxes = [await setUp(few / 100, paused), await setUp(many, paused)];
  const times: number[][] = [[], []];
  for (const delivery of outboxes) await delivery.start();
  for (let round = 0; round < 30; round += 1) {
    for (const [index, delivery] of outboxes.entries()) {
      const start = performance.now();
      for (let turn = 0; turn < 2_000; turn += 1) await delivery.stateOf(idOf(-1 - turn));
      times[index]?.push(performance.now() - start);
    }
  }
  const [little = 1, much = 1] = times.map(median);
  console.log(`with ${many} kept it took ${(much / little).toFixed(1)} times as long`);
  expect(much / little).toBeLessThan(50); // Hashes and caches; walking them took a thousand times as long.
});
