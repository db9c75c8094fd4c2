import { expect, test, vi } from 'vitest';
import { respondWith } from '../../support/fake-ingest';
import { waitUntil } from '../../support/wait-until';
import { keptIn } from '../outbox/use-outbox';
import type { Outbox } from '../../../candor/src/outbox/outbox';
import { fakeTimeInEachTest, inTime, startUntilSent } from './fake-time';
import { notTaken, sent } from './make-relays';
import { envelopeOf, idOf, setUpDelivery, setUpWithService, unusableFolder, type Line } from './set-up-delivery';

fakeTimeInEachTest();

const failWith = (code: string) => Promise.reject(Object.assign(new Error(code), { code }));

/** Whatever the verb: read, written, used. */
const linesLike = (lines: Line[], msg: RegExp) => lines.filter((line) => msg.test(line.msg));

test('logs an unusable outbox once, at the start', async () => {
  const { delivery, lines } = await setUpDelivery({ ...(await unusableFolder()), relay: async () => notTaken });
  await delivery.start();
  await delivery.submit(envelopeOf(1));
  expect(linesLike(lines, /^the outbox/)).toMatchObject([{ msg: 'the outbox cannot be written', reason: 'ENOTDIR' }]);
});

test('logs a full disk once, and not as usable between scans', async () => {
  let scans = 0;
  const { delivery, lines } = await setUpDelivery({
    relay: async () => sent,
    change: (outbox) => ({
      put: () => failWith('ENOSPC'),
      probe: () => failWith('ENOSPC'),
      refresh: () => ((scans += 1), outbox.refresh()),
    }),
  });
  for (const digit of [1, 2, 3]) {
    await delivery.submit(envelopeOf(digit));
    await inTime('the event to be sent', () => delivery.stats().sent === digit);
  }
  const before = scans;
  await inTime('some more scans', () => scans > before + 2);
  expect(linesLike(lines, /^the outbox cannot be/)).toEqual([expect.objectContaining({ reason: 'ENOSPC' })]);
  expect(linesLike(lines, /^the outbox can be/)).toEqual([]);
});

test('logs that the outbox can be written again during a pause of the service', async () => {
  const pauseSeconds = 3_600;
  let isFull = true;
  const { delivery, logged } = await setUpDelivery({
    relay: async () => ({ ...notTaken, limits: { all: pauseSeconds } }),
    change: (outbox) => ({ probe: () => (isFull ? failWith('ENOSPC') : outbox.probe()) }),
  });
  await delivery.accept(envelopeOf(1));
  await delivery.start();
  expect(logged('the outbox cannot be written')).toHaveLength(1);
  isFull = false;
  await inTime('the log line', () => logged('the outbox can be written again')[0]);
  expect(performance.now()).toBeLessThan(pauseSeconds * 1_000);
});

test.each<[string, string, (fail: () => Promise<never>) => Partial<Outbox>, 'submit' | 'start']>([
  ['the disk', 'EIO', (fail) => ({ refresh: fail, put: fail }), 'submit'],
  ['a read-only folder with envelopes', 'EROFS', (fail) => ({ hasWaiting: () => true, claimNext: fail }), 'start'],
])('%s is not retried in a loop after %s', async (_, code, change, begin) => {
  let calls = 0;
  const fail = () => ((calls += 1), failWith(code));
  const { delivery, lines } = await setUpDelivery({ relay: async () => notTaken, change: () => change(fail) });
  await delivery[begin](envelopeOf(1));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(calls).toBeGreaterThan(0);
  expect(Math.max(calls, lines.length)).toBeLessThan(20);
});

test.each<[string, change: (outbox: Outbox, fails: () => boolean) => Partial<Outbox>]>([
  [
    'steps',
    (outbox, fails) => ({
      claimNext: (...given) => (fails() ? failWith('EMFILE') : outbox.claimNext(...given)),
      evict: () => (fails() ? failWith('EMFILE') : outbox.evict()),
    }),
  ],
  ['scans', (outbox, fails) => ({ refresh: () => (fails() ? failWith('EMFILE') : outbox.refresh()) })],
])('after failed %s all kept envelopes are sent in one go', async (_, change) => {
  let tries = 0;
  const relay = async () => sent;
  const { delivery, leave } = await setUpDelivery({
    relay,
    change: (outbox) => change(outbox, () => (tries += 1) <= 3),
  });
  const start = Date.now();
  await leave(1, 2, 3, 4, 5, 6, 7, 8, 9);
  await startUntilSent(delivery, 9);
  expect(Date.now() - start).toBeLessThan(60_000);
});

test('a disk that does not respond delays the start by 5 s at most', async () => {
  let respond = () => {};
  const { delivery } = await setUpDelivery({
    relay: async () => sent,
    change: () => ({ refresh: () => new Promise((resolve) => (respond = resolve)) }),
  });
  const starting = delivery.start();
  await vi.advanceTimersByTimeAsync(5_000);
  await starting;
  respond();
});

test('where nothing can be kept a browser gets a Retry-After when the service fails and during its pause', async () => {
  const respond = respondWith(429, {}, { 'Retry-After': '30' });
  const { receiver, delivery, logged } = await setUpWithService(respond, await unusableFolder());
  const error = 'The envelope can be neither sent nor kept now.';
  for (const digit of [1, 2]) {
    const accepted = await delivery.accept(envelopeOf(digit));
    expect(accepted).toEqual({ state: 'unavailable', error, retryAfterSeconds: expect.any(Number) });
    expect(await delivery.stateOf(idOf(digit))).toEqual({ state: 'unknown' });
  }
  expect(receiver.arrivals).toHaveLength(1);
  expect(delivery.stats()).toMatchObject({ sent: 0, queued: null, dropped: {} });
  const line = { level: 'error', reason: 'ENOTDIR' };
  expect(logged('the outbox cannot be written')).toEqual([expect.objectContaining(line)]);
});

test('an event of the server waits in memory until the disk and the service are back', async () => {
  const { folder, makeUsable } = await unusableFolder();
  const { receiver, delivery, lines, logged } = await setUpWithService(respondWith(503), { folder });
  await delivery.submit(envelopeOf(1));
  await delivery.accept(envelopeOf(2));
  await makeUsable();
  receiver.answer(respondWith(200));
  await inTime('the event', () => receiver.arrivals.find(({ header }) => header.event_id === idOf(1)));
  await waitUntil('its being counted', () => delivery.stats().sent === 1);
  expect(receiver.arrivals.at(-1)?.header.sent_at).not.toBe('2020-01-01T00:00:00.000Z');

  receiver.answer(respondWith(503));
  await delivery.accept(envelopeOf(3));
  expect(keptIn(folder)).toHaveLength(1);
  expect(lines.filter(({ msg }) => /^the outbox can be/.test(msg))).toHaveLength(1);
  expect(logged('the outbox cannot be written')).toHaveLength(1);
});

test('memory is bounded: the oldest event is dropped, counted and logged', async () => {
  const relay = async () => ({ ...notTaken, limits: { all: 3_600 } });
  const { delivery, logged } = await setUpDelivery({ ...(await unusableFolder()), relay });
  await delivery.accept(envelopeOf(1)); // Not taken, so that nothing is sent meanwhile.
  const ids = Array.from({ length: 101 }, (_, index) => String(index).padStart(32, 'a'));
  for (const id of ids) await delivery.submit(envelopeOf(id));
  const reason = 'the outbox is full';
  expect(delivery.stats()).toMatchObject({ queued: null, dropped: { [reason]: 1 } });
  expect(await delivery.stateOf(ids[0] ?? '')).toEqual({ state: 'dropped', reason });
  expect(await delivery.stateOf(ids[1] ?? '')).toEqual({ state: 'queued' });
  expect(logged('outbox full')).toEqual([expect.objectContaining({ dropped: 1, events: [ids[0]] })]);
});
