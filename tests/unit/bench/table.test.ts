import { expect, test } from 'vitest';
import type { Row } from '../../bench/rows';
import { ratioText, toTable } from '../../bench/table';

test('a ratio is shown with its range, as no difference, or alone where all rounds agree', () => {
  expect(ratioText({ median: 0.9, min: 0.85, max: 0.95, verdict: 'less' })).toBe('0.90 (0.85–0.95)');
  expect(ratioText({ median: 1.01, min: 0.9, max: 1.1, verdict: 'no difference' })).toBe('no difference (0.90–1.10)');
  expect(ratioText({ median: 1.07, min: 1.07, max: 1.07, verdict: 'more' })).toBe('1.07');
  expect(ratioText({ median: 1, min: 1, max: 1, verdict: 'no difference' })).toBe('the same');
  expect(ratioText(undefined)).toBe('');
});

test('a missed target is marked, and an unmeasured cell stays empty', () => {
  const toBare = { median: 1.1, min: 1.1, max: 1.1, verdict: 'more' as const };
  const row: Row = {
    figure: 'js',
    title: 'client JS',
    unit: 'kB',
    better: 'less',
    target: 1.03,
    bare: 100_000,
    candor: { value: 110_000, toBare },
    isMet: false,
  };
  expect(toTable([row]).split('\n').at(-1)).toBe(
    '| client JS | 100.0 kB | 110.0 kB | 1.10 | ≤ 1.03, **missed** |  |  |',
  );
  expect(toTable([{ ...row, isMet: true }])).not.toContain('missed');
});
