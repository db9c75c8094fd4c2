import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { createKey, fileNameOf } from '../../../candor/delivery/outbox-file';
import { fakeTimeInEachTest, inTime } from './fake-time';
import { holdingRelay, notTaken, recordingRelay } from './make-relays';
import {
  envelopeOf,
  eventIdsOf,
  idOf,
  isEmpty,
  leaveBehind,
  receiverOfThisTest,
  setUpDelivery,
  tempFolder,
} from './set-up-delivery';

fakeTimeInEachTest();

describe('an envelope of an earlier run', () => {
  test('is sent after the start', async () => {
    const receiver = await receiverOfThisTest();
    const { delivery, folder } = await setUpDelivery({ receiver });
    await leaveBehind(folder, ...[1, 2, 3, 4, 5, 6].map((digit) => envelopeOf(idOf(digit))));
    await delivery.start();
    await inTime('the outbox to be empty', isEmpty(folder));
    expect(eventIdsOf(receiver.arrivals).toSorted()).toEqual([1, 2, 3, 4, 5, 6].map(idOf));
    expect(delivery.report()).toMatchObject({ sent: 6, queued: 0, oldestQueuedSeconds: null });
  });

  test('is reported as queued, with the time that it has waited', async () => {
    const { relay } = recordingRelay(() => ({ state: 'retry', reason: 'x', limits: { all: 3_600 } }));
    const { delivery, folder } = await setUpDelivery({ relay });
    await leaveBehind(folder, envelopeOf(idOf(1)), envelopeOf(idOf(2)));
    vi.setSystemTime(Date.now() + 120_000);
    await delivery.start();
    await inTime('the first try', () => delivery.report().queued === 2);
    for (const digit of [1, 2]) expect(await delivery.stateOf(idOf(digit))).toEqual({ state: 'queued' });
    expect(await delivery.stateOf(idOf(3))).toEqual({ state: 'unknown' });
    expect(delivery.report().oldestQueuedSeconds).toBeGreaterThanOrEqual(120);
  });

  test('is sent after its claim has ended, if that run was killed while sending it', async () => {
    const receiver = await receiverOfThisTest();
    const { delivery, folder } = await setUpDelivery({ receiver });
    const { bytes } = envelopeOf(idOf(1));
    const now = Date.now();
    const key = createKey({
      keptAt: now,
      bytes: bytes.byteLength,
      eventId: idOf(1),
      source: 'server',
      category: 'error',
      salt: '00000000',
    });
    const name = fileNameOf({ key, claimedUntil: now + 15_000 });
    await writeFile(join(folder, name), bytes);
    await delivery.start();
    await inTime('the outbox to be empty', isEmpty(folder));
    expect(Date.now()).toBeGreaterThan(now + 15_000);
    expect(eventIdsOf(receiver.arrivals)).toEqual([idOf(1)]);
  });
});

test('has at most four in flight, though more envelopes are kept meanwhile', async () => {
  const { held, relay } = holdingRelay((eventId) => (eventId === idOf(9) ? notTaken : undefined));
  const { delivery, folder } = await setUpDelivery({ relay });
  await leaveBehind(folder, ...[1, 2, 3, 4, 5, 6, 7].map((digit) => envelopeOf(idOf(digit))));
  await delivery.start();
  await inTime('four in flight', () => held.length >= 4);
  await delivery.accept(envelopeOf(idOf(9)));
  await vi.advanceTimersByTimeAsync(2_500); // The pause after the failure ends, and so does the drain after it.
  const elsewhere = await tempFolder();
  for (const digit of [1, 2, 3]) await leaveBehind(elsewhere, envelopeOf(idOf(digit))); // Takes the disk longer than a scan.
  const most = held.length;
  for (let released = 0; released < held.length || delivery.report().sent < 7;) {
    held[released++]?.({ state: 'sent' });
    await inTime('the next', () => held.length > released || delivery.report().sent >= 7);
  }
  expect(most).toBe(4);
});

test('two deliveries on one folder send every envelope once', async () => {
  const receiver = await receiverOfThisTest();
  const folder = await tempFolder();
  const ids = Array.from({ length: 60 }, (_, index) => String(index).padStart(32, '0').replace(/^0/, 'a'));
  await leaveBehind(folder, ...ids.map((id) => envelopeOf(id)));
  const both = [await setUpDelivery({ folder, receiver }), await setUpDelivery({ folder, receiver })];
  await Promise.all(both.map(({ delivery }) => delivery.start()));
  await inTime('the outbox to be empty', isEmpty(folder));
  for (const { delivery } of both) await delivery.stop();
  expect(eventIdsOf(receiver.arrivals).toSorted()).toEqual(ids);
  expect(both.reduce((sum, { delivery }) => sum + delivery.report().sent, 0)).toBe(60);
});
