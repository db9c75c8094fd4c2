import { expect, test, vi } from 'vitest';
import { fakeTimeInEachTest, inTime } from './fake-time';
import { recordingRelay, sent } from './make-relays';
import { envelopeOf, setUpDelivery } from './set-up-delivery';

fakeTimeInEachTest();

const hourMs = 3_600_000;

test.each([
  ['back an hour', -hourMs],
  ['forward 45 days', 45 * 24 * hourMs],
])('a clock that is set %s does not change the pause that the service wants', async (_, setMs) => {
  const { attempts, relay } = recordingRelay(() =>
    attempts.length === 1 ? { state: 'retry', status: 429, reason: 'x', limits: { error: 60 } } : sent,
  );
  const { delivery } = await setUpDelivery({ relay });
  await delivery.accept(envelopeOf(1));
  vi.setSystemTime(Date.now() + setMs);
  expect(await delivery.accept(envelopeOf(2))).toEqual({ state: 'queued' });
  await vi.advanceTimersByTimeAsync(59_000);
  expect(attempts).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1_000);
  await inTime('the next try', () => attempts[1]);
  expect(attempts[1]?.at).toBe(60_000);
});
