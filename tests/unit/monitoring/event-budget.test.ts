import { afterEach, expect, test, vi } from 'vitest';
import { createEventBudget, type EventLimits } from '../../../candor/src/monitoring/event-budget';

const minute = 60_000;

afterEach(() => void vi.useRealTimers());

function setUp(limits: Partial<EventLimits>) {
  const clock = { now: 12_345 };
  const budget = createEventBudget({ perHour: 1_000, perDay: 10_000, ...limits }, { now: () => clock.now });
  /** How many of `attempts` are taken. */
  const taking = async (attempts: number) => {
    const all = await Promise.all(Array.from({ length: attempts }, () => budget.take()));
    return all.filter(({ state }) => state === 'taken').length;
  };
  return { clock, budget, taking };
}

test('limits events per hour, and starts again when the hour is over', async () => {
  const { clock, taking } = setUp({ perHour: 3 });
  expect(await taking(5)).toBe(3);
  clock.now += 60 * minute - 1;
  expect(await taking(5)).toBe(0);
  clock.now += 1;
  expect(await taking(5)).toBe(3);
});

test('limits events per day, though no hour is over its limit', async () => {
  const { clock, taking } = setUp({ perHour: 3, perDay: 7 });
  const taken: number[] = [];
  for (let hour = 0; hour < 24; hour += 1, clock.now += 60 * minute) taken.push(await taking(5));
  expect(taken.slice(0, 4)).toEqual([3, 3, 1, 0]);
  expect(taken.reduce((sum, count) => sum + count)).toBe(7);
  expect(await taking(5)).toBe(3);
});

test('an unused event is given back, unless its window is over', async () => {
  const { clock, budget, taking } = setUp({ perHour: 1 });
  const first = await budget.take();
  if (first.state === 'taken') first.refund();
  const second = await budget.take();
  expect(second.state).toBe('taken');
  clock.now += 60 * minute;
  expect(await taking(5)).toBe(1);
  if (second.state === 'taken') second.refund();
  expect(await taking(5)).toBe(0);
});

test('says when to retry: when the hour ends, and after an hour at most for the day', async () => {
  const hourly = setUp({ perHour: 1 });
  expect(await hourly.taking(1)).toBe(1);
  hourly.clock.now += 50 * minute + 1;
  expect(await hourly.budget.take()).toMatchObject({ state: 'spent', per: 'hour', limit: 1, retryAfterSeconds: 600 });

  const daily = setUp({ perDay: 1 });
  expect(await daily.taking(1)).toBe(1);
  expect(await daily.budget.take()).toMatchObject({ state: 'spent', per: 'day', limit: 1, retryAfterSeconds: 3_600 });
  daily.clock.now += 24 * 60 * minute - 1;
  expect(await daily.budget.take()).toMatchObject({ state: 'spent', retryAfterSeconds: 1 });
});

test('marks the first event over the limit of a window, and counts them all', async () => {
  expect(await setUp({ perDay: 0 }).taking(1)).toBe(0);
  const { clock, budget } = setUp({ perHour: 0 });
  for (const isFirst of [true, false, false]) expect(await budget.take()).toMatchObject({ state: 'spent', isFirst });
  clock.now += 60 * minute;
  for (const isFirst of [true, false]) expect(await budget.take()).toMatchObject({ state: 'spent', isFirst });
  expect(budget.limited()).toBe(5);
});

test('measures by a monotonic clock', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const budget = createEventBudget({ perHour: 1, perDay: 1 });
  expect(await budget.take()).toMatchObject({ state: 'taken' });
  for (const days of [2, -60]) {
    vi.setSystemTime(Date.now() + days * 24 * 60 * minute);
    expect(await budget.take()).toMatchObject({ state: 'spent', retryAfterSeconds: 3_600 });
  }
});
