import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { createOutbox } from '../../../candor/src/outbox/disk/disk-outbox';
import { waitUntil } from '../../support/wait-until';
import { claimed, fileNamed, keptIn } from '../outbox/use-outbox';
import { fakeTimeInEachTest, inTime, startUntilSent } from './fake-time';
import { holdingRelay, notTaken, recordingRelay, sent } from './make-relays';
import { envelopeOf, eventIdsOf, idOf, plenty, setUpDelivery, setUpWithService, tempFolder } from './set-up-delivery';

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

test.each([sent, notTaken])('a full outbox counts an event once that was in flight meanwhile: %j', async (result) => {
  const { held, relay } = holdingRelay((eventId) => (eventId === idOf(1) ? undefined : notTaken));
  const { delivery, folder } = await setUpDelivery({ relay, limits: { envelopes: 1 } });
  await delivery.submit(envelopeOf(1));
  await waitUntil('the first to be in flight', () => held[0]);
  vi.setSystemTime(Date.now() + 1);
  await delivery.accept(envelopeOf(2));
  held[0]?.(result);
  await waitUntil('its end', async () => (await delivery.stateOf(idOf(1))).state !== 'sending');
  const { sent: count, queued, dropped } = delivery.stats();
  expect(count + (queued ?? NaN) + Object.values(dropped).reduce((sum, one) => sum + one, 0)).toBe(2);
  const isLeft = keptIn(folder).some(({ eventId }) => eventId === idOf(1));
  const over = result === sent ? ['sent', 'dropped'] : ['dropped'];
  expect(isLeft ? ['queued'] : over).toContain((await delivery.stateOf(idOf(1))).state);
});

test('FIFOs, folders and longer files named like envelopes are counted as dropped once, and all others are sent', async () => {
  const { delivery, folder, logged, leave } = await setUpDelivery({ relay: async () => sent });
  await mkdir(join(folder, 'f-left'));
  const [first = '', ...paths] = [1, 2, 3, 4, 5, 6].map((digit) =>
    join(folder, 'f-left', fileNamed({ salt: `0000000${digit}` })),
  );
  await mkdir(first);
  await writeFile(paths.pop() ?? '', 'x'.repeat(1_000));
  execFileSync('mkfifo', paths);
  await leave(2, 3, 4, 5, 6, 7, 8, 9);
  await startUntilSent(delivery, 8);
  for (const digit of [1, 2, 3]) {
    await leave(digit); // Found at a later scan.
    await inTime('the next scan', () => delivery.stats().sent === 8 + digit);
  }
  const reason = 'its file in the outbox cannot be used';
  const line = { level: 'warn', event: idOf(1), reason, detail: expect.any(String), next: 'dropped' };
  expect(logged('event not delivered')).toEqual(Array(6).fill(expect.objectContaining(line)));
  expect(delivery.stats()).toMatchObject({ sent: 11, queued: 0, dropped: { [reason]: 6 }, oldestQueuedSeconds: null });
  expect(await delivery.stateOf(idOf(1))).toMatchObject({ state: 'sent' });
  expect(keptIn(folder)).toEqual([]);
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
