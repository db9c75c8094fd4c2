import { expect, test } from 'vitest';
import type { Axis } from '../../../../bench/growth/axis';
import { toGrowthChart } from '../../../../bench/growth/chart';
import { pointsOf } from '../../../../bench/growth/growth';
import { growthSentence } from '../../../../bench/growth/sentence';
import { toGrowthTable } from '../../../../bench/growth/table';

const cost = { figure: 'cost', title: 'cost', unit: 'ms', isCharted: true } as const;
const served = { figure: 'served', title: 'served', unit: '/s', isMoreBetter: true, isProportional: true } as const;
const axis: Omit<Axis, 'measure'> = { title: 'load', steps: [0, 10, 100], figures: [cost, served] };
const measured = {
  0: { cost: [10, 10], served: [0, 0] },
  10: { cost: [12, 12], served: [10, 10] },
  100: { cost: [20, 20], served: [50, 50] },
};

test('a flat figure is compared with the first step, and a proportional one with the first that is not 0', () => {
  const ratios = (figure: typeof cost | typeof served) =>
    pointsOf(figure, axis.steps, measured).map(({ ratio, isBent }) => ({ ratio, isBent }));
  expect(ratios(cost)).toEqual([
    { ratio: undefined, isBent: false },
    { ratio: 1.2, isBent: false },
    { ratio: 2, isBent: true },
  ]);
  expect(ratios(served)).toEqual([
    { ratio: undefined, isBent: false },
    { ratio: undefined, isBent: false },
    { ratio: 5, isBent: true },
  ]);
});

test('a figure that only later steps have begins there', () => {
  const points = pointsOf(cost, axis.steps, { 0: {}, 10: { cost: [10] }, 100: { cost: [11] } });
  expect(points).toMatchObject([
    { step: 10, value: 10 },
    { step: 100, ratio: 1.1, isBent: false },
  ]);
});

test('the table has a row for each step, and the figures in bold where they are bent', () => {
  expect(toGrowthTable(axis, measured).split('\n').slice(2)).toEqual([
    '| 0 | 10 ms | 0/s |',
    '| 10 | 12 ms (1.20) | 10/s |',
    '| 100 | **20 ms (2.00)** | **50/s (5.00)** |',
  ]);
});

test('a sentence names the step from which on a figure is neither flat nor linear', () => {
  expect(growthSentence(axis, measured)).toBe(
    'Along _load_: cost: flat up to 10, more than that at 100; served: linear up to 10, less than that at 100, 50/s at most.',
  );
  const { 0: none, 10: few } = measured;
  expect(growthSentence(axis, { 0: none, 10: few })).toBe('Along _load_: cost: flat.');
});

test('the chart has a line for each charted figure, and a ring where it bends', () => {
  const svg = toGrowthChart([{ axis, steps: measured }]);
  expect(svg.match(/<polyline/g)).toHaveLength(1);
  expect(svg.match(/<circle/g)).toHaveLength(1);
  expect(svg).not.toContain('NaN');
  expect(toGrowthChart([{ axis, steps: { 0: measured[0], 10: measured[10] } }])).not.toContain('<circle');
});
