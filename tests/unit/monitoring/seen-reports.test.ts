import { expect, test } from 'vitest';
import { createSeenReports } from '../../../candor/src/monitoring/seen-reports';

const dayMs = 24 * 3_600_000;

test('a report is new once a day, and its repeats are counted the next day', () => {
  let now = 0;
  const seen = createSeenReports(() => now);
  expect(seen.countRepeat('a')).toBe(false);
  expect(seen.remember('a')).toBe(0);
  now = dayMs - 1;
  for (let time = 0; time < 3; time += 1) expect(seen.countRepeat('a')).toBe(true);
  expect(seen.countRepeat('b')).toBe(false);
  now = dayMs;
  expect(seen.countRepeat('a')).toBe(false);
  expect(seen.remember('a')).toBe(3);
  expect(seen.countRepeat('a')).toBe(true);
});

test('a forgotten report is new', () => {
  const seen = createSeenReports();
  seen.remember('a');
  seen.forget('a');
  expect(seen.countRepeat('a')).toBe(false);
});

test('of 10,000 reports the last 1,000 are remembered, and those that come again', () => {
  const seen = createSeenReports();
  seen.remember('often');
  for (let each = 0; each < 10_000; each += 1) {
    seen.remember(`${each}`);
    expect(seen.countRepeat('often')).toBe(true);
  }
  expect(seen.countRepeat('9001')).toBe(true);
  expect(seen.countRepeat('9000')).toBe(false);
});
