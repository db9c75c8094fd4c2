import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { fileNamed, keptIn } from '../outbox/use-outbox';
import { fakeTimeInEachTest, inTime } from './fake-time';
import { holdingRelay, notTaken, recordingRelay } from './make-relays';
import { envelopeOf, eventIdsOf, idOf, setUpDelivery, setUpWithService } from './set-up-delivery';

fakeTimeInEachTest();

test('an envelope of an earlier run is reported as queued, with the time that it has waited', async () => {
  const { relay } = recordingRelay(() => ({ state: 'retry', reason: 'x', limits: { all: 3_600 } }));
  const { delivery, leave } = await setUpDelivery({ relay });
  await leave(1, 2);
  vi.setSystemTime(Date.now() + 120_000);
  await delivery.start();
  await inTime('the first try', () => delivery.stats().queued === 2);
  for (const digit of [1, 2]) expect(await delivery.stateOf(idOf(digit))).toEqual({ state: 'queued' });
  expect(await delivery.stateOf(idOf(3))).toEqual({ state: 'unknown' });
  expect(delivery.stats().oldestQueuedSeconds).toBeGreaterThanOrEqual(120);
});

test('has at most four in flight, though more envelopes are kept meanwhile', async () => {
  const { held, relay } = holdingRelay((eventId) => (eventId === idOf(9) ? notTaken : undefined));
  const { delivery, leave } = await setUpDelivery({ relay });
  await leave(1, 2, 3, 4, 5, 6, 7);
  await delivery.start();
  await inTime('four in flight', () => held.length >= 4);
  await delivery.accept(envelopeOf(9));
  await vi.advanceTimersByTimeAsync(2_500); // The pause after the failure ends, and so does the drain after it.
  await (await setUpDelivery({})).leave(1, 2, 3); // Elsewhere: it takes the disk longer than a scan.
  const most = held.length;
  for (let released = 0; released < held.length || delivery.stats().sent < 7;) {
    held[released++]?.({ state: 'sent' });
    await inTime('the next', () => held.length > released || delivery.stats().sent >= 7);
  }
  expect(most).toBe(4);
});

test('a full outbox drops the oldest envelope, counts and logs it', async () => {
  const reason = 'the outbox is full';
  const { delivery, folder, logged } = await setUpDelivery({ relay: async () => notTaken, limits: { envelopes: 2 } });
  for (const digit of [1, 2, 3]) {
    await delivery.accept(envelopeOf(digit));
    vi.setSystemTime(Date.now() + 1);
  }
  expect(
    keptIn(folder)
      .map(({ eventId }) => eventId)
      .toSorted(),
  ).toEqual([idOf(2), idOf(3)]);
  expect(delivery.stats()).toMatchObject({ queued: 2, dropped: { [reason]: 1 } });
  expect(await delivery.stateOf(idOf(1))).toEqual({ state: 'dropped', reason });
  expect(logged('outbox full')).toEqual([expect.objectContaining({ level: 'warn', dropped: 1, events: [idOf(1)] })]);
});

test.each([
  ['is empty', ''],
  ['is not an envelope', 'hello'],
])('a file that %s is dropped, counted and logged, and the others are sent', async (_, text) => {
  const { receiver, delivery, folder, logged, isEmpty, leave } = await setUpWithService();
  await mkdir(join(folder, 'f-left'));
  await writeFile(join(folder, 'f-left', fileNamed({ bytes: text.length })), text);
  await leave(2);
  await delivery.start();
  await inTime('the outbox to be empty', isEmpty);
  const reason = 'the kept data is not an envelope';
  expect(delivery.stats()).toMatchObject({ sent: 1, queued: 0, dropped: { [reason]: 1 } });
  expect(await delivery.stateOf(idOf(1))).toEqual({ state: 'dropped', reason });
  const line = { event: idOf(1), reason, next: 'dropped' };
  expect(logged('event not delivered')).toEqual([expect.objectContaining(line)]);
  expect(eventIdsOf(receiver.arrivals)).toEqual([idOf(2)]);
});
