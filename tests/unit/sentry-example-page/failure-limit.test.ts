import { expect, onTestFinished, test, vi } from 'vitest';
import { createFailureLimit } from '../../../app/sentry-example-page/failure-limit';

function setUp(perMinute: number) {
  const lines: [object, string][] = [];
  const log = { info: (...line: [object, string]) => void lines.push(line), warn: () => {}, error: () => {} };
  const clock = { now: 1_000_000 };
  return { limit: createFailureLimit({ perMinute, log, now: () => clock.now }), clock, lines };
}

const admitted = { state: 'admitted' };
const refused = (retryAfterSeconds: number) => ({ state: 'refused', retryAfterSeconds });

test('admits as many as a minute may have, and tells the next when it is over', () => {
  const { limit, clock } = setUp(2);
  expect([limit.count(), limit.count(), limit.count()]).toEqual([admitted, admitted, refused(60)]);
  clock.now += 59_001;
  expect(limit.count()).toEqual(refused(1));
  clock.now += 999;
  expect([limit.count(), limit.count(), limit.count()]).toEqual([admitted, admitted, refused(60)]);
});

test('a look counts nothing', () => {
  const { limit } = setUp(1);
  expect([limit.look(), limit.look(), limit.count(), limit.look()]).toEqual([
    admitted,
    admitted,
    admitted,
    refused(60),
  ]);
});

test('at 0 nothing fails on purpose', () => {
  const { limit, clock } = setUp(0);
  expect(limit.count()).toEqual(refused(60));
  clock.now += 60_000;
  expect(limit.count()).toEqual(refused(60));
});

test('logs the first refusal of a minute, and no other', () => {
  const { limit, clock, lines } = setUp(1);
  const line = [{ perMinute: 1, retryAfterSeconds: 60 }, 'sample failures limited'];
  for (let times = 0; times < 3; times += 1) limit.count();
  expect(lines).toEqual([line]);
  clock.now += 60_000;
  for (let times = 0; times < 3; times += 1) limit.count();
  expect(lines).toEqual([line, line]);
});

test.each([
  ['back', -3_600_000],
  ['forward', 45 * 24 * 3_600_000],
])('a clock that is set %s neither opens nor closes it', (_, setMs) => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const limit = createFailureLimit({ perMinute: 1, log });
  expect([limit.count(), limit.count()]).toEqual([admitted, refused(60)]);
  vi.setSystemTime(Date.now() + setMs);
  expect(limit.count()).toEqual(refused(60));
  vi.advanceTimersByTime(60_000);
  expect(limit.count()).toEqual(admitted);
});
