import { expect, test } from 'vitest';
import { toChart } from '../../bench/chart';
import { toRows } from '../../bench/rows';

const chartOf = (figure: string, bare: number[], candor: number[]) =>
  toChart(toRows({ bare: { [figure]: bare }, candor: { [figure]: candor }, wizard: {} }));

test('a figure of which more is better is charted as its inverse', () => {
  expect(chartOf('home-rps', [100], [80])).toContain('>1.25</text>');
  expect(chartOf('js-at-load', [100], [80])).toContain('>0.80</text>');
});

test('a figure without a difference to bare has no bar', () => {
  expect(chartOf('home-rps', [100, 100], [80, 120])).toMatch(/width="1" height="11"\/><text [^>]*>no difference</);
});

test('a figure without a measurement of bare is not charted', () => {
  expect(chartOf('home-rps', [], [80])).not.toContain('requests of /');
});
