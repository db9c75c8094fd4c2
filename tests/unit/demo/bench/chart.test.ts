import { expect, test } from 'vitest';
import { toChart } from '../../../bench/chart';
import { toRows, type RowKind } from '../../../bench/rows';

const kind: RowKind = { figure: 'cpu', title: 'processor time of `/`', unit: 'ms', isCharted: true };

const chartOf = (baseline: number[], candor: number[], kinds = [kind]) =>
  toChart(toRows(kinds, { baseline: { cpu: baseline }, candor: { cpu: candor }, other: {} }));

test('a figure is charted as a multiple of the baseline, under its title', () => {
  const chart = chartOf([100], [125]);
  expect(chart).toContain('>1.25</text>');
  expect(chart).toContain('>processor time of /</text>');
});

test('a figure without a difference to the baseline has no bar', () => {
  expect(chartOf([100, 100], [80, 120])).toMatch(/width="1" height="11"\/><text [^>]*>no difference</);
});

test('a figure that is not to be charted, or has no baseline, is left out', () => {
  expect(chartOf([], [80])).not.toContain('processor time of /');
  expect(chartOf([100], [80], [{ ...kind, isCharted: undefined }])).not.toContain('processor time of /');
});
