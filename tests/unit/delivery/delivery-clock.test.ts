import { describe, expect, test, vi } from 'vitest';
import type { SendResult } from '../../../candor/delivery/service-response';
import { fakeTimeInEachTest, inTime } from './fake-time';
import { recordingRelay, sent } from './make-relays';
import { envelopeOf, setUpDelivery } from './set-up-delivery';

fakeTimeInEachTest();

const hourMs = 3_600_000;

describe.each([
  ['back an hour', -hourMs],
  ['back 45 days', -45 * 24 * hourMs],
  ['forward an hour', hourMs],
  ['forward 45 days', 45 * 24 * hourMs],
])('a clock that is set %s', (_, setMs) => {
  /** The first envelope gets this result, and the clock is set while it waits. */
  async function setUp(notTaken: SendResult) {
    let isFailing = true;
    const { attempts, relay } = recordingRelay(() => (isFailing ? notTaken : sent));
    const { delivery, logged } = await setUpDelivery({ relay });
    await delivery.accept(envelopeOf(1));
    vi.setSystemTime(Date.now() + setMs);
    isFailing = false;
    return { delivery, attempts, logged };
  }

  test('does not change the pause that the service wants', async () => {
    const { delivery, attempts } = await setUp({ state: 'retry', status: 429, reason: 'x', limits: { error: 60 } });
    expect(await delivery.accept(envelopeOf(2))).toEqual({ state: 'queued' });
    await vi.advanceTimersByTimeAsync(59_000);
    expect(attempts).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1_000);
    await inTime('the next try', () => attempts[1]);
    expect(attempts[1]?.at).toBe(60_000);
  });

  test('neither changes the pause after a failed attempt nor makes the service look down', async () => {
    const { delivery, attempts, logged } = await setUp({ state: 'retry', reason: 'x' });
    await inTime('the next try', () => attempts[1]);
    expect(attempts[1]?.at).toBe(2_000);
    expect(delivery.stats().downSince).toBeNull();
    expect(logged('reporting is down')).toEqual([]);
  });
});

test('no age is negative after the clock is set back', async () => {
  const { delivery } = await setUpDelivery({ relay: () => Promise.resolve({ state: 'retry', reason: 'x' }) });
  await delivery.accept(envelopeOf(1));
  vi.setSystemTime(Date.now() - hourMs);
  expect(delivery.stats()).toMatchObject({ queued: 1, oldestQueuedSeconds: 0 });
});
