import { expect, test } from 'vitest';
import { toRows } from '../../bench/rows';

function rowOf(figure: string, bare: number[], candor: number[]) {
  const rows = toRows({ bare: { [figure]: bare }, candor: { [figure]: candor }, wizard: {} });
  return rows.find((row) => row.figure === figure);
}

test('a row has the medians of the rounds, and the ratio of values of the same round', () => {
  const row = rowOf('home-rps', [100, 200, 300], [90, 180, 240]);
  expect(row).toMatchObject({ bare: 200, candor: { value: 180, toBare: { median: 0.9, verdict: 'less' } } });
  expect(row?.wizard).toBeUndefined();
});

test('a target is an upper limit for what costs and a lower one for what is served', () => {
  expect(rowOf('js-at-load', [100], [103])?.isMet).toBe(true);
  expect(rowOf('js-at-load', [100], [104])?.isMet).toBe(false);
  expect(rowOf('home-rps', [100], [98])?.isMet).toBe(true);
  expect(rowOf('home-rps', [100], [96])?.isMet).toBe(false);
});

test('a figure without a difference to bare meets its target, and an unmeasured one has no verdict', () => {
  expect(rowOf('home-rps', [100, 100, 100], [90, 95, 101])?.isMet).toBe(true);
  expect(rowOf('home-rps', [], [])?.isMet).toBeUndefined();
});
