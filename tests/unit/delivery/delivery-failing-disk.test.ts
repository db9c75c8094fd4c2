import { expect, test, vi } from 'vitest';
import { respondWith } from '../../support/fake-ingest';
import type { Outbox } from '../../../candor/src/outbox/outbox';
import { fakeTimeInEachTest, inTime } from './fake-time';
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
