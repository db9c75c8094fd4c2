import { expect, test } from 'vitest';
import type { Row } from '../../../bench/rows';
import { goalsText, inUnit, toTable } from '../../../bench/table';

const ratio = { median: 1.1, min: 1.1, max: 1.1, verdict: 'more' as const };
const jsKind = { figure: 'js', title: 'client JS', unit: 'kB' as const, wanted: { ratio: 1.045 } };
const js: Row = { ...jsKind, baseline: 100_000, candor: { value: 110_000, ratio }, isMet: false };
const waitKind = { figure: 'wait', title: 'longest wait', unit: 'ms' as const, wanted: { value: 50 } };
const wait: Row = { ...waitKind, candor: { value: 20 }, isMet: true };
const titles = { baseline: 'bare', other: 'wizard', ratio: 'to bare' };
const lastLine = (text: string) => text.split('\n').at(-1);

test('a value has its unit and its digits, and what never came says so', () => {
  expect(inUnit(7.126, { unit: 'ms', digits: 2 })).toBe('7.13 ms');
  expect(inUnit(163_234, { unit: 'kB' })).toBe('163.2 kB');
  expect(inUnit(99.6, { unit: '/s' })).toBe('100/s');
  expect(inUnit(12, { unit: '' })).toBe('12');
  expect(inUnit(0, { unit: 'ms' })).toBe('under 1 ms');
  expect(inUnit(Infinity, { unit: 'ms' })).toBe('never');
});

test('a missed goal is marked, and an unmeasured cell stays empty', () => {
  const shown = (row: Row) => lastLine(toTable({ rows: [row], titles }));
  expect(shown(js)).toBe('| client JS | 100.0 kB | 110.0 kB | 1.100 | ≤ 1.045, **missed** |  |  |');
  expect(shown({ ...js, isMet: true })).not.toContain('missed');
  expect(shown(wait)).toBe('| longest wait |  | 20 ms |  | ≤ 50 ms |  |  |');
});

test('the goals are counted, and each missed one is named with its result and what was wanted', () => {
  expect(goalsText([wait, { ...js, isMet: true }])).toBe('All 2 goals are met.');
  expect(goalsText([js, wait])).toBe('1 of 2 goals is met. Missed: client JS (1.100, wanted ≤ 1.045).');
  const late: Row = { ...wait, candor: { value: 140 }, isMet: false };
  expect(goalsText([late])).toBe('0 of 1 goals are met. Missed: longest wait (140 ms, wanted ≤ 50 ms).');
});
