import { expect, test, vi } from 'vitest';
import { limitRunningTime } from '../../../candor/src/delivery/running-time';

type Timer = { callback: () => void; dueAt: number };

/** A limit by timers that the test lets pass, in a process that may be frozen: then they are late. */
function limit(timeoutMs: number) {
  const over = vi.fn();
  const timers = new Set<Timer>();
  let now = 0;
  const setTimer = (callback: () => void, ms: number) => {
    const timer = { callback, dueAt: now + ms };
    timers.add(timer);
    return timer;
  };
  const given = { setTimeout: setTimer, clearTimeout: (timer: Timer) => timers.delete(timer), now: () => now };
  const limited = limitRunningTime(timeoutMs, over, given as unknown as Parameters<typeof limitRunningTime>[2]);

  /** Lets the process run for so long. `frozenMs`: it is frozen first. */
  function run(ms: number, { frozenMs = 0 } = {}) {
    now += frozenMs;
    const until = now + ms;
    for (;;) {
      const next = [...timers].filter(({ dueAt }) => dueAt <= until).toSorted((a, b) => a.dueAt - b.dueAt)[0];
      if (!next) break;
      timers.delete(next);
      now = Math.max(now, next.dueAt);
      next.callback();
    }
    now = until;
  }

  return { over, run, timers, ...limited };
}

test('the time of a process that runs is over when it has passed', () => {
  const { over, run, timers, wasFrozen } = limit(2_500);
  run(2_499);
  expect(over).not.toHaveBeenCalled();
  run(1);
  expect(over).toHaveBeenCalledTimes(1);
  expect(wasFrozen()).toBe(false);
  expect(timers.size).toBe(0);
});

test('the time in which a process is frozen does not count, nor the step in which that began', () => {
  const { over, run, wasFrozen } = limit(2_500);
  run(2_400);
  run(1, { frozenMs: 3_600_000 });
  expect(over).not.toHaveBeenCalled();
  expect(wasFrozen()).toBe(true);
  run(500);
  expect(over).toHaveBeenCalledTimes(1);
});

test('a process that is a little late was busy, and not frozen', () => {
  const { over, run, wasFrozen } = limit(1_000);
  run(0, { frozenMs: 1_900 });
  expect(over).toHaveBeenCalledTimes(1);
  expect(wasFrozen()).toBe(false);
});

test('after the end nothing is called', () => {
  const { over, run, end } = limit(1_000);
  end();
  run(10_000);
  expect(over).not.toHaveBeenCalled();
});
