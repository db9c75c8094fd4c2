import { expect, test, vi } from 'vitest';
import { createOutbox } from '../../../candor/src/outbox/disk/disk-outbox';
import { fakeTimeInEachTest, inTime } from './fake-time';
import { holdingRelay, notTaken, recordingRelay } from './make-relays';
import { envelopeOf, eventIdsOf, idOf, plenty, setUpDelivery, setUpWithService, tempFolder } from './set-up-delivery';
import { claimed } from '../outbox/use-outbox';

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

test('an envelope of a run that was killed while sending it is sent when its beat was missing for 15 s', async () => {
  const { receiver, delivery, folder, isEmpty } = await setUpWithService();
  const now = Date.now();
  await createOutbox(folder, plenty).put(envelopeOf(1), claimed);
  await delivery.start();
  await inTime('the outbox to be empty', isEmpty);
  expect(Date.now()).toBeGreaterThanOrEqual(now + 15_000);
  expect(eventIdsOf(receiver.arrivals)).toEqual([idOf(1)]);
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

test('two deliveries on one folder send every envelope once', async () => {
  const folder = await tempFolder();
  const { receiver, leave, isEmpty, ...one } = await setUpWithService(undefined, { folder });
  const other = await setUpDelivery({ folder, receiver });
  const ids = Array.from({ length: 60 }, (_, index) => String(index).padStart(32, '0').replace(/^0/, 'a'));
  await leave(...ids.map((id) => envelopeOf(id)));
  await Promise.all([one, other].map(({ delivery }) => delivery.start()));
  await inTime('the outbox to be empty', isEmpty);
  for (const { delivery } of [one, other]) await delivery.stop();
  expect(eventIdsOf(receiver.arrivals).toSorted()).toEqual(ids);
  expect(one.delivery.stats().sent + other.delivery.stats().sent).toBe(60);
});
