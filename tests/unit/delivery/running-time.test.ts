import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { limitRunningTime } from '../../../candor/src/delivery/running-time';

const over = vi.fn();
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

const limit = () => limitRunningTime(2_000, over.mockReset(), { setTimeout, clearTimeout } as never);

test.each([
  ['that runs is over when it has passed', 0, 1, false],
  ['that was busy, and is a little late, is over', 900, 1, false],
  ['that was frozen begins again for a second, to read what has arrived', 3_600_000, 0, true],
])('the time of a process %s, once', (_, lateMs, calls, isFrozen) => {
  const { wasFrozen } = limit();
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 2_000 + lateMs);
  vi.advanceTimersByTime(1_999);
  expect(over).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect([over.mock.calls.length, wasFrozen()]).toEqual([calls, isFrozen]);
  clock.mockRestore();
  vi.advanceTimersByTime(10_000);
  expect(over).toHaveBeenCalledOnce();
});

test.each([0, 3_600_000])('after the end nothing is called, also after a freeze of %i ms', (lateMs) => {
  const { end } = limit();
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 2_000 + lateMs);
  if (lateMs > 0) vi.advanceTimersByTime(2_000);
  end();
  clock.mockRestore();
  vi.advanceTimersByTime(10_000);
  expect(over).not.toHaveBeenCalled();
});
