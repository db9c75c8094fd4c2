import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { SendResult } from '../../../candor/delivery/service-response';
import { openEnvelope } from '../../../candor/delivery/envelope';
import { envelopeOf, idOf, inTime, setUpDelivery } from './set-up-delivery';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
  vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => void vi.useRealTimers());

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
    const asked: { eventId: string | undefined; at: number }[] = [];
    const { delivery, logged } = await setUpDelivery({
      limits: { ageMs: 365 * 24 * hourMs }, // What is kept has its age by the wall clock.
      relay: (_, bytes) => {
        asked.push({ eventId: openEnvelope(bytes).eventId, at: performance.now() });
        return Promise.resolve(isFailing ? notTaken : { state: 'sent' });
      },
    });
    await delivery.accept(envelopeOf(idOf(1)));
    vi.setSystemTime(Date.now() + setMs);
    isFailing = false;
    return { delivery, asked, logged };
  }

  test('does not change the pause that the service wants', async () => {
    const { delivery, asked } = await setUp({ state: 'retry', status: 429, reason: 'x', limits: { error: 60 } });
    expect(await delivery.accept(envelopeOf(idOf(2)))).toEqual({ state: 'queued' });
    await vi.advanceTimersByTimeAsync(59_000);
    expect(asked).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1_000);
    await inTime('the next try', () => asked[1]);
    expect(asked[1]?.at).toBe(60_000);
  });

  test('neither changes the pause after a failed attempt nor makes the service look down', async () => {
    const { delivery, asked, logged } = await setUp({ state: 'retry', reason: 'x' });
    await inTime('the next try', () => asked[1]);
    expect(asked[1]?.at).toBe(2_000);
    expect(delivery.report().downSince).toBeNull();
    expect(logged('reporting is down')).toEqual([]);
  });
});

test('no age is negative after the clock is set back', async () => {
  const { delivery } = await setUpDelivery({ relay: () => Promise.resolve({ state: 'retry', reason: 'x' }) });
  await delivery.accept(envelopeOf(idOf(1)));
  vi.setSystemTime(Date.now() - hourMs);
  expect(delivery.report()).toMatchObject({ queued: 1, oldestQueuedSeconds: 0 });
});
