import { execFileSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SendResult } from '../../../candor/delivery/service-response';
import { createKey } from '../../../candor/delivery/outbox-file';
import { envelopeOf, idOf, inTime, leaveBehind, setUpDelivery, tempFolder } from './set-up-delivery';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
  vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => void vi.useRealTimers());

const sent: SendResult = { state: 'sent' };
const notTaken: SendResult = { state: 'retry', status: 500, reason: 'the service answered 500' };
const broken = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }));
const nameLike = (index: number, bytes = 100) =>
  createKey({
    keptAt: Date.now() - 1_000,
    bytes,
    eventId: idOf(1),
    source: 'server',
    category: 'error',
    salt: String(index).padStart(8, '0'),
  });

test('FIFOs, folders and torn files named like envelopes are logged once, with a count, and all others are sent', async () => {
  const folder = await tempFolder();
  for (const index of [1, 2, 3, 4]) execFileSync('mkfifo', [join(folder, nameLike(index))]);
  await mkdir(join(folder, nameLike(5)));
  writeFileSync(join(folder, nameLike(6)), 'torn');
  await leaveBehind(folder, ...[2, 3, 4, 5, 6, 7, 8, 9].map((digit) => envelopeOf(idOf(digit))));
  const { delivery, logged } = await setUpDelivery({ folder, relay: async () => sent });
  await delivery.start();
  await inTime('the others to be sent', () => delivery.report().sent === 8);
  for (const digit of [1, 2, 3]) {
    await leaveBehind(folder, envelopeOf(idOf(digit))); // Found at a later scan.
    await inTime('the next scan', () => delivery.report().sent === 8 + digit);
  }
  expect(logged('outbox files quarantined')).toEqual([
    expect.objectContaining({ level: 'warn', found: 6, count: 6, file: expect.stringMatching(/^[\w.-]+$/) }),
  ]);
  expect(delivery.report()).toMatchObject({ sent: 11, queued: 0, dropped: {}, oldestQueuedSeconds: null });
  expect(readdirSync(folder)).toHaveLength(6);
});

test('logs that the outbox can be written again though nothing more is kept', async () => {
  let isFull = true;
  const { delivery, logged } = await setUpDelivery({
    relay: async () => sent,
    change: (outbox) => ({
      ...outbox,
      put: (...given) => (isFull ? broken('ENOSPC')() : outbox.put(...given)),
      probe: () => (isFull ? broken('ENOSPC')() : outbox.probe()),
    }),
  });
  await delivery.submit(envelopeOf(idOf(1)));
  await inTime('the event to be sent', () => delivery.report().sent === 1);
  isFull = false;
  await inTime('the log line', () => logged('the outbox can be written again')[0]);
});

test('logs that the outbox can be written again during a pause of the service', async () => {
  let isFull = true;
  const { delivery, logged } = await setUpDelivery({
    relay: async () => ({ ...notTaken, pauseSeconds: 24 * 3_600 }),
    change: (outbox) => ({ ...outbox, probe: () => (isFull ? broken('ENOSPC')() : outbox.probe()) }),
  });
  await delivery.accept(envelopeOf(idOf(1)));
  await delivery.start();
  expect(logged('the outbox cannot be written')).toHaveLength(1);
  isFull = false;
  await inTime('the log line', () => logged('the outbox can be written again')[0]);
});

test('a disk that does not respond delays the start by 5 s at most', async () => {
  let respond = () => {};
  const { delivery } = await setUpDelivery({
    relay: async () => sent,
    change: (outbox) => ({ ...outbox, refresh: () => new Promise((resolve) => (respond = resolve)) }),
  });
  const starting = delivery.start();
  await vi.advanceTimersByTimeAsync(5_000);
  await starting;
  respond();
});

test('draining goes on after a failed step', async () => {
  let tries = 0;
  const folder = await tempFolder();
  await leaveBehind(folder, ...[1, 2, 3].map((digit) => envelopeOf(idOf(digit))));
  const { delivery } = await setUpDelivery({
    folder,
    relay: async () => sent,
    change: (outbox) => ({
      ...outbox,
      claimNext: (...given) => ((tries += 1) <= 4 ? broken('EMFILE')() : outbox.claimNext(...given)),
      evict: () => (tries <= 4 ? broken('EMFILE')() : outbox.evict()),
    }),
  });
  await delivery.start();
  await inTime('all to be sent', () => delivery.report().sent === 3);
});

test('draining goes on after an attempt that throws', async () => {
  let attempts = 0;
  const { delivery, folder } = await setUpDelivery({
    relay: async () => {
      if ((attempts += 1) === 1) throw new TypeError('a relay never throws');
      return sent;
    },
  });
  await leaveBehind(folder, envelopeOf(idOf(1)));
  await delivery.start();
  await inTime('the event to be sent', () => delivery.report().sent === 1);
});

test('an event that is larger than any service takes is dropped, and nothing is logged about the disk', async () => {
  const { delivery, logged, lines } = await setUpDelivery({ relay: async () => notTaken });
  await delivery.submit({ ...envelopeOf(idOf(1)), bytes: Buffer.alloc(3 * 1024 * 1024) });
  expect(logged('event not delivered')).toMatchObject([{ event: idOf(1), next: 'dropped' }]);
  expect(lines).toHaveLength(1);
});

test('a flood from browsers evicts no event of the server while the service takes nothing', async () => {
  const { delivery, logged } = await setUpDelivery({ relay: async () => notTaken, limits: { envelopes: 10 } });
  for (const digit of [1, 2, 3]) await delivery.submit(envelopeOf(idOf(digit)));
  for (let turn = 0; turn < 30; turn += 1) await delivery.accept(envelopeOf(idOf(9)));
  expect([1, 2, 3].map((digit) => delivery.stateOf(idOf(digit)).state)).toEqual(['queued', 'queued', 'queued']);
  expect(delivery.report()).toMatchObject({ queued: 10, dropped: { 'the outbox is full': 23 } });
  expect(logged('outbox full').flatMap(({ events }) => events)).not.toContain(idOf(1));
});
