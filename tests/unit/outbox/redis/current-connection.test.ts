import { expect, test, vi } from 'vitest';
import { jittered } from '../../../../candor/src/outbox/redis/current-connection';

test.each([
  [0, 250],
  [0.5, 500],
  [0.99, 745],
])('with the random number %d a process that has lost Redis asks again after %d ms', (random, ms) => {
  vi.spyOn(Math, 'random').mockReturnValue(random);
  expect(jittered(500)).toBeCloseTo(ms);
});
