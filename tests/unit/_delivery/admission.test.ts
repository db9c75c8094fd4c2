import { expect, onTestFinished, test, vi } from 'vitest';
import { createAdmission, type AdmissionLimits } from '../../../app/_delivery/admission';

function setUp(limits: Partial<AdmissionLimits> = {}) {
  const clock = { now: 1_790_000_000_000 };
  const admission = createAdmission(
    { atOnce: 1_000, perSecond: 1_000, perClientPerSecond: 1_000, ...limits },
    () => clock.now,
  );
  /** How many of `attempts` come in, and leave at once. */
  const passing = (attempts: number, client?: string) =>
    Array.from({ length: attempts }, () => admission.enter(client)).filter((leave) => {
      leave?.();
      return leave;
    }).length;
  return { clock, admission, passing };
}

test('lets in so many at once, and another when one has left', () => {
  const { admission } = setUp({ atOnce: 2 });
  const [leave] = [admission.enter(undefined), admission.enter(undefined)];
  expect(admission.enter(undefined)).toBeUndefined();
  leave?.();
  expect(admission.enter(undefined)).toBeDefined();
  expect(admission.enter(undefined)).toBeUndefined();
});

test('lets in so many a second, and as many as time has passed for after that', () => {
  const { clock, passing } = setUp({ perSecond: 10 });
  expect(passing(15)).toBe(10);
  clock.now += 500;
  expect(passing(15)).toBe(5);
  clock.now += 3_600_000;
  expect(passing(15)).toBe(10);
});

test('lets in so many a second of one client, and does not make the others pay for it', () => {
  const { clock, passing } = setUp({ perSecond: 10, perClientPerSecond: 2 });
  expect(passing(100, 'one')).toBe(2);
  expect(passing(100, 'other')).toBe(2);
  clock.now += 1_000;
  expect(passing(100, 'one')).toBe(2);
});

test('limits all clients together as well', () => {
  const { passing } = setUp({ perSecond: 3, perClientPerSecond: 2 });
  expect([passing(2, 'a'), passing(2, 'b'), passing(2, 'c')]).toEqual([2, 1, 0]);
});

test('has no limit by client where clients are not known', () => {
  const { passing } = setUp({ perSecond: 10, perClientPerSecond: 2 });
  expect(passing(10)).toBe(10);
});

test('goes on limiting a client that keeps coming, however many others there are', () => {
  const { passing } = setUp({ perSecond: 1_000_000, atOnce: 1, perClientPerSecond: 1 });
  expect(passing(1, 'one')).toBe(1);
  for (let client = 0; client < 25_000; client += 1) {
    passing(1, `client ${client}`);
    if (client % 5_000 === 0) expect(passing(1, 'one')).toBe(0);
  }
});

test.each([
  ['back', -3_600_000],
  ['forward', 45 * 24 * 3_600_000],
])('lets in as many when the clock is set %s', (_, setMs) => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const admission = createAdmission({ atOnce: 1_000, perSecond: 10, perClientPerSecond: 10 });
  const passing = () => Array.from({ length: 20 }, () => admission.enter('one')).filter(Boolean).length;
  expect(passing()).toBe(10);
  vi.setSystemTime(Date.now() + setMs);
  expect(passing()).toBe(0);
  vi.advanceTimersByTime(500);
  expect(passing()).toBe(5);
});
