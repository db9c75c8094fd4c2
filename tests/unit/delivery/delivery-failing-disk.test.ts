import { expect, test, vi } from 'vitest';
import type { Outbox } from '../../../candor/src/outbox/outbox';
import { envelopeOf, fakeTimeInEachTest, inTime, notTaken, sent, setUpDelivery } from './set-up-delivery';

fakeTimeInEachTest();

const failWith = (code: string) => Promise.reject(Object.assign(new Error(code), { code }));

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
  expect(lines.filter(({ msg }) => msg.startsWith('the outbox'))).toMatchObject([
    { msg: 'the outbox cannot be written', reason: 'ENOSPC' },
  ]);
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
  const refresh = () => new Promise<void>((resolve) => (respond = resolve));
  const { delivery } = await setUpDelivery({ change: () => ({ refresh }) });
  const starting = delivery.start();
  await vi.advanceTimersByTimeAsync(5_000);
  await starting;
  respond();
});
