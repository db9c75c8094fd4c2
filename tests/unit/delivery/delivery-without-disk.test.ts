import { readdir } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { SendResult } from '../../../candor/delivery/service-response';
import { openEnvelope } from '../../../candor/delivery/envelope';
import type { Relay } from '../../../candor/delivery/relay';
import { respondWith } from '../../support/fake-ingest';
import { waitUntil } from '../../support/wait-until';
import {
  envelopeOf,
  idOf,
  inTime,
  leaveBehind,
  receiverOfThisTest,
  setUpDelivery,
  unusableFolder,
  type Line,
} from './set-up-delivery';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
  vi.spyOn(Math, 'random').mockReturnValue(0); // Pauses of whole milliseconds: a rest of one lets no faked time pass.
});
afterEach(() => void vi.useRealTimers());

const notTaken: SendResult = { state: 'retry', status: 500, reason: 'the service answered 500' };

/** Whatever the verb: read, written, used. */
const linesLike = (lines: Line[], msg: RegExp) => lines.filter((line) => msg.test(line.msg));

describe('where nothing can be kept', () => {
  test('a browser gets a Retry-After when the service fails and during its pause', async () => {
    const receiver = await receiverOfThisTest();
    receiver.answer(respondWith(429, {}, { 'Retry-After': '30' }));
    const { folder } = await unusableFolder();
    const { delivery, logged } = await setUpDelivery({ folder, receiver });
    const error = 'The envelope can be neither sent nor kept now.';
    for (const digit of [1, 2]) {
      const accepted = await delivery.accept(envelopeOf(idOf(digit)));
      expect(accepted).toEqual({ state: 'unavailable', error, retryAfterSeconds: expect.any(Number) });
      expect(delivery.stateOf(idOf(digit))).toEqual({ state: 'unknown' });
    }
    expect(receiver.arrivals).toHaveLength(1);
    expect(delivery.report()).toMatchObject({ sent: 0, queued: 0, dropped: {} });
    expect(logged('the outbox cannot be written')).toEqual([
      expect.objectContaining({ level: 'error', reason: 'ENOTDIR' }),
    ]);
  });

  test('the Retry-After of a browser is whole seconds, and not before the pause ends', async () => {
    const { folder } = await unusableFolder();
    const { delivery } = await setUpDelivery({
      folder,
      relay: () => Promise.resolve({ ...notTaken, limits: { all: 30 } }),
    });
    expect(await delivery.accept(envelopeOf(idOf(1)))).toMatchObject({ retryAfterSeconds: 30 });
  });

  test("a browser's envelope is sent as ever while the service takes it", async () => {
    const receiver = await receiverOfThisTest();
    const { folder } = await unusableFolder();
    const { delivery } = await setUpDelivery({ folder, receiver });
    expect(await delivery.accept(envelopeOf(idOf(1)))).toEqual({ state: 'sent' });
  });

  test('an event of the server waits in memory, and is sent though the disk stays unusable', async () => {
    const sent: (string | undefined)[] = [];
    const relay: Relay = async (_, bytes) => {
      sent.push(openEnvelope(bytes).eventId);
      return { state: 'sent' };
    };
    const { folder } = await unusableFolder();
    const { delivery } = await setUpDelivery({ folder, relay });
    await delivery.submit(envelopeOf(idOf(1)));
    expect(delivery.stateOf(idOf(1))).toEqual({ state: 'queued' });
    expect(delivery.report()).toMatchObject({ queued: 1 });
    await inTime('the event to be sent', () => delivery.report().sent === 1);
    expect(sent).toEqual([idOf(1)]);
    expect(delivery.report()).toMatchObject({ sent: 1, queued: 0 });
  });

  test('an event of the server waits in memory until the disk and the service are back', async () => {
    const receiver = await receiverOfThisTest();
    const { folder, makeUsable } = await unusableFolder();
    receiver.answer(respondWith(503));
    const { delivery, lines, logged } = await setUpDelivery({ folder, receiver });
    await delivery.submit(envelopeOf(idOf(1)));
    await delivery.accept(envelopeOf(idOf(2)));
    await makeUsable();
    receiver.answer(respondWith(200));
    await inTime('the event', () => receiver.arrivals.find(({ header }) => header.event_id === idOf(1)));
    await waitUntil('its being counted', () => delivery.report().sent === 1);
    expect(receiver.arrivals.at(-1)?.header.sent_at).not.toBe('2020-01-01T00:00:00.000Z');

    receiver.answer(respondWith(503));
    await delivery.accept(envelopeOf(idOf(3)));
    expect(await readdir(folder)).toHaveLength(1);
    expect(linesLike(lines, /^the outbox can be/)).toHaveLength(1);
    expect(logged('the outbox cannot be written')).toHaveLength(1);
  });

  test('memory is bounded: the oldest event is dropped, counted and logged', async () => {
    const { folder } = await unusableFolder();
    const { delivery, logged } = await setUpDelivery({
      folder,
      relay: () => Promise.resolve({ ...notTaken, limits: { all: 3_600 } }),
    });
    await delivery.accept(envelopeOf(idOf(1))); // Refused, so that nothing is sent meanwhile.
    const ids = Array.from({ length: 101 }, (_, index) => String(index).padStart(32, 'a'));
    for (const id of ids) await delivery.submit(envelopeOf(id));
    const reason = 'neither disk nor memory had room';
    expect(delivery.report()).toMatchObject({ queued: 100, dropped: { [reason]: 1 } });
    expect(delivery.stateOf(ids[0] ?? '')).toEqual({ state: 'dropped', reason });
    expect(delivery.stateOf(ids[1] ?? '')).toEqual({ state: 'queued' });
    expect(logged('event not delivered').at(-1)).toMatchObject({ event: ids[0], reason, next: 'dropped' });
  });

  test('the disk is not retried in a loop', async () => {
    let scans = 0;
    const broken = () => {
      scans += 1;
      return Promise.reject(Object.assign(new Error('broken'), { code: 'EIO' }));
    };
    const { delivery } = await setUpDelivery({
      relay: () => Promise.resolve(notTaken),
      change: (outbox) => ({ ...outbox, refresh: broken, put: broken }),
    });
    await delivery.submit(envelopeOf(idOf(1)));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(scans).toBeLessThan(20);
  });
});

test('all kept envelopes are sent in one go after one failed scan', async () => {
  let scans = 0;
  const { delivery, folder } = await setUpDelivery({
    relay: () => Promise.resolve({ state: 'sent' }),
    change: (outbox) => ({
      ...outbox,
      refresh: () =>
        (scans += 1) === 1 ? Promise.reject(Object.assign(new Error('x'), { code: 'EMFILE' })) : outbox.refresh(),
    }),
  });
  const start = Date.now();
  await leaveBehind(folder, ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((digit) => envelopeOf(idOf(digit))));
  await delivery.start();
  await inTime('all to be sent', () => delivery.report().sent === 9);
  expect(Date.now() - start).toBeLessThan(30_000);
});

const failing = (code: string) => () => Promise.reject(Object.assign(new Error('x'), { code }));

test('logs an unusable outbox once, at the start', async () => {
  const { folder } = await unusableFolder();
  const { delivery, lines } = await setUpDelivery({ folder, relay: () => Promise.resolve(notTaken) });
  await delivery.start();
  await delivery.submit(envelopeOf(idOf(1)));
  expect(linesLike(lines, /^the outbox/)).toMatchObject([
    { msg: 'the outbox cannot be read', reason: 'ENOTDIR' },
    { msg: 'the outbox cannot be written', reason: 'ENOTDIR' },
  ]);
});

test('logs a full disk once, and not as usable between scans', async () => {
  let scans = 0;
  const { delivery, lines } = await setUpDelivery({
    relay: () => Promise.resolve({ state: 'sent' }),
    change: (outbox) => ({
      ...outbox,
      put: failing('ENOSPC'),
      probe: failing('ENOSPC'),
      refresh: () => ((scans += 1), outbox.refresh()),
    }),
  });
  for (const digit of [1, 2, 3]) {
    await delivery.submit(envelopeOf(idOf(digit)));
    await inTime('the event to be sent', () => delivery.report().sent === digit);
  }
  const before = scans;
  await inTime('some more scans', () => scans > before + 2);
  expect(linesLike(lines, /^the outbox cannot be/)).toEqual([expect.objectContaining({ reason: 'ENOSPC' })]);
  expect(linesLike(lines, /^the outbox can be/)).toEqual([]);
});

test('a read-only folder that holds envelopes is not retried in a loop', async () => {
  let claims = 0;
  const { delivery, lines } = await setUpDelivery({
    relay: () => Promise.resolve({ state: 'sent' }),
    change: (outbox) => ({
      ...outbox,
      hasWaiting: () => true,
      claimNext: () => ((claims += 1), failing('EROFS')()),
    }),
  });
  await delivery.start();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(claims).toBeGreaterThan(0);
  expect(claims).toBeLessThan(20);
  expect(lines.length).toBeLessThan(20);
});
