import { expect, test } from 'vitest';
import { createRetries } from '../../../app/_delivery/retries';

function setUp() {
  const clock = { now: 1_000 };
  return { clock, retries: createRetries({ now: () => clock.now, random: () => 0 }) };
}

test('counts how often each was refused, and forgets it', () => {
  const { retries } = setUp();
  retries.add('a');
  retries.add('a');
  retries.add('b');
  expect([retries.times('a'), retries.times('b'), retries.times('c')]).toEqual([2, 1, 0]);
  retries.forget('a');
  expect(retries.times('a')).toBe(0);
});

test('lets what was refused with all others wait for nothing of its own', () => {
  const { retries } = setUp();
  retries.add('a');
  expect(retries.msUntil('a')).toBe(0);
});

test('lets what was refused alone wait as long as the service wants, and longer each time', () => {
  const { clock, retries } = setUp();
  retries.add('a', 7);
  expect([retries.msUntil('a'), retries.msUntil('b')]).toEqual([7_000, 0]);
  clock.now += 7_000;
  expect(retries.msUntil('a')).toBe(0);
  const waits = Array.from({ length: 9 }, () => {
    retries.add('a', 0);
    return retries.msUntil('a') / 1_000;
  });
  expect(waits).toEqual([4, 8, 16, 32, 64, 128, 256, 300, 300]);
});

test('remembers the latest 10,000', () => {
  const { retries } = setUp();
  for (let kept = 0; kept <= 10_000; kept += 1) retries.add(String(kept));
  expect([retries.times('0'), retries.times('1'), retries.times('10000')]).toEqual([0, 1, 1]);
});
