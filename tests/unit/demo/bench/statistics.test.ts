import { expect, test } from 'vitest';
import { intervalOfMedian, median, pairedRatio, percentile } from '../../../bench/statistics';

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

test('an interval with 1 in it shows no difference', () => {
  expect(pairedRatio([9, 13, 12], [10, 10, 10])).toMatchObject({ median: 1.2, verdict: 'no difference' });
  expect(pairedRatio([10, 11], [10, 10])?.verdict).toBe('no difference');
  const oneOfMany = [9, ...Array<number>(14).fill(11)];
  expect(pairedRatio(oneOfMany, Array<number>(15).fill(10))).toMatchObject({ min: 1.1, verdict: 'more' });
});

// Conover, Practical Nonparametric Statistics, table A3: the binomial distribution with a chance of one half.
test.each([
  { count: 1, ranks: [1, 1] },
  { count: 5, ranks: [1, 5] },
  { count: 6, ranks: [1, 6] },
  { count: 9, ranks: [2, 8] },
  { count: 15, ranks: [4, 12] },
  { count: 30, ranks: [10, 21] },
])('of $count values the median lies between those of these ranks: $ranks', ({ count, ranks }) => {
  const values = Array.from({ length: count }, (_, index) => count - index);
  expect(intervalOfMedian(values)).toEqual(ranks);
});

test('there is no ratio to nothing', () => {
  expect(pairedRatio([1, 2], [0, 1])).toBeUndefined();
  expect(pairedRatio([1, 2], [1])).toBeUndefined();
  expect(pairedRatio([], [])).toBeUndefined();
});
