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

test('a row of a variant of Candor shows its server beside the baseline, and no other', () => {
  const sides = { baseline: { cost: [10] }, candor: { cost: [30] }, other: { cost: [40] } };
  const variants = { off: { cost: [20] }, withoutMaps: { cost: [25] } };
  const rowOfVariant = (variant: 'off' | 'withoutMaps') => toRows([{ ...cost, variant }], { ...sides, ...variants })[0];
  expect(rowOfVariant('off')).toMatchObject({ baseline: 10, candor: { value: 20 }, other: undefined });
  expect(rowOfVariant('withoutMaps')).toMatchObject({ baseline: 10, candor: { value: 25 }, other: undefined });
});

test('another build of Candor stands beside it, with reporting on or off as the row has it', () => {
  const sides = { baseline: { cost: [10] }, candor: { cost: [30] }, off: { cost: [20] }, other: {} };
  const others = { before: { cost: [35] }, beforeOff: { cost: [24] } };
  const rows = toRows([cost, { ...cost, variant: 'off' }, { ...cost, variant: 'withoutMaps' }], {
    ...sides,
    ...others,
  });
  expect(rows.map(({ before }) => before?.ratio?.median)).toEqual([3.5, 2.4, undefined]);
});

test('each round adds a value to each figure that was measured', () => {
  const figures: Figures = {};
  for (const cpu of [1, 2]) addFigures(figures, { cpu, rps: 10 * cpu, main: undefined }, 'home-');
  expect(figures).toEqual({ 'home-cpu': [1, 2], 'home-rps': [10, 20] });
});

test('a figure that no side has is not a row', () => {
  expect(toRows([cost, served], { baseline: { cost: [10] }, candor: { cost: [10] }, other: {} })).toHaveLength(1);
});
