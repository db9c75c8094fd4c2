import { expect, test } from 'vitest';
import { addFigures, toRows, type Figures, type RowKind } from '../../../bench/rows';

const cost: RowKind = { figure: 'cost', title: 'cost', unit: 'ms', wanted: { ratio: 1.03 } };
const served: RowKind = { figure: 'served', title: 'served', unit: '/s', isMoreBetter: true, wanted: { ratio: 0.97 } };

const rowOf = (kind: RowKind, baseline: number[], candor: number[]) =>
  toRows([kind], { baseline: { [kind.figure]: baseline }, candor: { [kind.figure]: candor }, other: {} })[0];

test('a row has the medians of the rounds, and the ratio of values of the same round', () => {
  const row = rowOf(served, [100, 200, 300], [90, 180, 240]);
  expect(row).toMatchObject({ baseline: 200, candor: { value: 180, ratio: { median: 0.9, verdict: 'less' } } });
  expect(row?.other).toBeUndefined();
});

test('a wanted ratio is an upper limit for what costs and a lower one for what is served', () => {
  expect([103, 104].map((candor) => rowOf(cost, [100], [candor])?.isMet)).toEqual([true, false]);
  expect([98, 96].map((candor) => rowOf(served, [100], [candor])?.isMet)).toEqual([true, false]);
});

test('a wanted value is a limit of the median itself, whatever the baseline has', () => {
  const kind: RowKind = { figure: 'wait', title: 'wait', unit: 'ms', wanted: { value: 50 } };
  expect(rowOf(kind, [10, 10, 10], [49, 90, 50])?.isMet).toBe(true);
  expect(rowOf(kind, [10, 10, 10], [51, 90, 50])?.isMet).toBe(false);
  expect(rowOf(kind, [60, 60, 60], [51, 90, 50])?.isMet).toBe(false);
});

test('a figure without a difference to the baseline meets its goal, and an unmeasured one has no verdict', () => {
  expect(rowOf(served, [100, 100, 100], [90, 95, 101])?.isMet).toBe(true);
  expect(rowOf(served, [], [])?.isMet).toBeUndefined();
});

test('a row of reporting that is off shows that server beside the baseline, and no other', () => {
  const sides = { baseline: { cost: [10] }, candor: { cost: [30] }, off: { cost: [20] }, other: { cost: [40] } };
  const [row] = toRows([{ ...cost, isOff: true }], sides);
  expect(row).toMatchObject({ baseline: 10, candor: { value: 20 }, other: undefined });
});

test('each round adds a value to each figure', () => {
  const figures: Figures = {};
  for (const cpu of [1, 2]) addFigures(figures, { cpu, rps: 10 * cpu }, 'home-');
  expect(figures).toEqual({ 'home-cpu': [1, 2], 'home-rps': [10, 20] });
});
