import { expect, test } from 'vitest';
import { median, pairedRatio, percentile } from '../../../bench/statistics';

test('the median is the middle value, or half way between the two in the middle', () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(median([])).toBeNaN();
});

test('a percentile is a value that was measured', () => {
  const values = Array.from({ length: 100 }, (_, index) => 100 - index);
  expect(percentile(values, 0.5)).toBe(50);
  expect(percentile(values, 0.99)).toBe(99);
  expect(percentile([7], 0.99)).toBe(7);
});

test('a ratio pairs values of the same round', () => {
  const same = expect.closeTo(1.1) as number;
  expect(pairedRatio([11, 22, 33], [10, 20, 30])).toEqual({ median: same, min: same, max: same, verdict: 'more' });
  expect(pairedRatio([8, 90], [10, 100])?.verdict).toBe('less');
});

test('rounds that disagree on which is larger show no difference', () => {
  expect(pairedRatio([9, 13, 12], [10, 10, 10])).toMatchObject({ median: 1.2, verdict: 'no difference' });
  expect(pairedRatio([10, 11], [10, 10])?.verdict).toBe('no difference');
});

test('there is no ratio to nothing', () => {
  expect(pairedRatio([1, 2], [0, 1])).toBeUndefined();
  expect(pairedRatio([1, 2], [1])).toBeUndefined();
  expect(pairedRatio([], [])).toBeUndefined();
});
