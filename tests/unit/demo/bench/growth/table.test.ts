import { expect, test } from 'vitest';
import { isBent, toGrowthTable } from '../../../../bench/growth/table';

const cpu = { figure: 'cpu', title: 'processor time', unit: 'ms' as const, digits: 1 };
const served = { figure: 'served', title: 'served', unit: '/s' as const, isMoreBetter: true as const };

test('a step shows medians and their ratios to the first step, round by round, in bold from where they bend', () => {
  const measured = {
    10: { cpu: [4, 5, 6], served: [100, 100, 100] },
    100: { cpu: [4.4, 5.5, 6.6], served: [90, 95, 99] },
    10_000: { cpu: [8, 10, 12], served: [50, 60, 70] },
  };
  const axis = { title: 'kept', steps: [10, 100, 10_000], figures: [cpu, served] };
  expect(toGrowthTable(axis, measured).split('\n')).toEqual([
    '| kept | processor time | served |',
    '| --- | --- | --- |',
    '| 10 | 5.0 ms | 100/s |',
    '| 100 | 5.5 ms (1.10) | 95/s (0.95) |',
    '| 10,000 | **10.0 ms (2.00)** | **60/s (0.60)** |',
  ]);
});

test('a figure that grows with the steps bends where it falls behind them', () => {
  const instances = { ...served, isProportional: true as const };
  expect(isBent(instances, 1.9, 2)).toBe(false);
  expect(isBent(instances, 1.9, 4)).toBe(true);
  const memory = { figure: 'memory', title: 'memory', unit: 'MB' as const, isProportional: true as const };
  expect(isBent(memory, 4.2, 4)).toBe(false);
  expect(isBent(memory, 6.5, 4)).toBe(true);
});
