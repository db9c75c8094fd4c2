import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Delivery } from '../../candor/delivery/delivery';
import { parseDsn } from '../../candor/delivery/dsn';
import { openEnvelope } from '../../candor/delivery/envelope';
import { createOutbox } from '../../candor/delivery/outbox';
import { disk } from '../../candor/delivery/disk';
import { waitUntil } from '../support/wait-until';
import { isLong } from './size';

const few = isLong ? 1_000 : 300;
const many = 10 * few;
const rounds = isLong ? 5 : 3;

const limits = { bytes: 64 * 1024 * 1024, envelopes: 20_000 };
const log = { info() {}, warn() {}, error() {} };
const dsn = parseDsn('http://publickey@127.0.0.1:1/42');
const idOf = (index: number) => String(index).padStart(32, 'a');
const envelopeOf = (id: string) => openEnvelope(Buffer.from(`{"event_id":"${id}"}\n{"type":"event"}\n{}`));

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
  const folder = await mkdtemp(join(tmpdir(), 'candor-draining-'));
  const earlier = createOutbox(folder, limits);
  for (let index = 0; index < count; index += 1) {
    await earlier.put(envelopeOf(idOf(index)), { source: 'browser', claimed: false });
  }
  const counted = countingDisk();
  const delivery = new Delivery({
    dsn,
    log,
    relay: async () => ({ state: 'sent' }),
    outbox: createOutbox(folder, limits, { disk: counted.disk }),
  });
  return { folder, delivery, calls: counted.calls };
}

async function drain(count: number) {
  const { folder, delivery, calls } = await setUp(count);
  const [start, used] = [performance.now(), process.cpuUsage()];
  await delivery.start();
  await waitUntil('all to be sent', () => delivery.report().sent === count, 120_000);
  const [ms, { user, system }] = [performance.now() - start, process.cpuUsage(used)];
  await delivery.stop();
  await rm(folder, { recursive: true });
  // Of the processor, so that other programs on this machine do not count.
  return { ms, cpuMs: (user + system) / 1_000, calls };
}

const medianOf = (values: number[]) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

test(`${many} kept events cost ten times as much as ${few}`, async () => {
  await drain(few); // What runs first is compiled first.
  const rows: { few: number; many: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const [small, large] = [await drain(few), await drain(many)];
    rows.push({ few: small.cpuMs, many: large.cpuMs });
    for (const [count, { ms, calls }] of [
      [few, small],
      [many, large],
    ] as const) {
      const { open = 0, renameSync = 0, unlinkSync = 0, lstat = 0, readdir = 0 } = calls;
      expect({ open, lstat, renameSync }).toEqual({ open: count, lstat: count, renameSync: count });
      expect(unlinkSync).toBe(count + 1); // The probe at the start.
      expect(readdir).toBeLessThanOrEqual(2 + ms / 9_000); // By time, not by what is sent.
    }
  }
  const ratio = medianOf(rows.map((row) => row.many)) / medianOf(rows.map((row) => row.few));
  console.log(
    `${few} and ${many} drained: ${JSON.stringify(rows.map((row) => [row.few, row.many].map(Math.round)))} ms of the processor`,
  );
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
  const [little = 1, much = 1] = times.map(medianOf);
  console.log(`with ${many} kept it took ${(much / little).toFixed(1)} times as long`);
  expect(much / little).toBeLessThan(50); // Hashes and caches; walking them took a thousand times as long.
  for (const { folder } of outboxes) await rm(folder, { recursive: true });
});
