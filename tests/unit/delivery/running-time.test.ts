import { expect, test, vi } from 'vitest';
import { limitRunningTime } from '../../../candor/src/delivery/running-time';

/** A limit by a timer that the test lets pass, in a process that may be frozen: then it is late. */
function limit(timeoutMs: number) {
  const over = vi.fn();
  let timer: { callback: () => void; dueAt: number } | undefined;
  let now = 0;
  const given = {
    setTimeout: (callback: () => void, ms: number) => (timer = { callback, dueAt: now + ms }),
    clearTimeout: () => (timer = undefined),
    now: () => now,
  };
  const limited = limitRunningTime(timeoutMs, over, given as unknown as Parameters<typeof limitRunningTime>[2]);

  /** Lets the process run for so long. `frozenMs`: it is frozen first. */
  function run(ms: number, { frozenMs = 0 } = {}) {
    now += frozenMs;
    const until = now + ms;
    while (timer && timer.dueAt <= until) {
      const { callback, dueAt } = timer;
      timer = undefined;
      now = Math.max(now, dueAt);
      callback();
    }
    now = until;
  }

  return { over, run, ...limited };
}

test('the time of a process that runs is over when it has passed, once', () => {
  const { over, run, wasFrozen } = limit(2_500);
  run(2_499);
  expect(over).not.toHaveBeenCalled();
  run(1);
  run(10_000);
  expect([over.mock.calls.length, wasFrozen()]).toEqual([1, false]);
});

test('the time in which a process is frozen does not count, nor the step in which that began', () => {
  const { over, run, wasFrozen } = limit(2_500);
  run(2_400);
  run(1, { frozenMs: 3_600_000 });
  expect([over.mock.calls.length, wasFrozen()]).toEqual([0, true]);
  run(500);
  expect(over).toHaveBeenCalledTimes(1);
});

test('a process that is a little late was busy, and not frozen', () => {
  const { over, run, wasFrozen } = limit(1_000);
  run(0, { frozenMs: 1_900 });
  expect([over.mock.calls.length, wasFrozen()]).toEqual([1, false]);
});

test('after the end nothing is called', () => {
  const { over, run, end } = limit(1_000);
  end();
  run(10_000);
  expect(over).not.toHaveBeenCalled();
});
