import { expect, test } from 'vitest';
import { causeOf, markdownTable, rowsOf, withRows } from '../../../../scripts/versions/results-table';
import { isRed } from '../../../../scripts/versions/run-set';
import { greenResult } from './set-result';

const failed = (title: string) => ({ passed: 1, failed: [title] });
const { checks } = greenResult();

test('a set is green if every check ran and passed', () => {
  expect(isRed(greenResult())).toBe(false);
  expect(isRed(greenResult({ checks: { ...checks, policy: failed('an inline script ran') } }))).toBe(true);
  expect(isRed(greenResult({ checks: { kinds: checks.kinds } }))).toBe(true);
  expect(isRed(greenResult({ problem: 'The build failed.' }))).toBe(true);
});

test('a row has the versions, the exceptions and what failed', () => {
  const [row = []] = rowsOf([
    greenResult({
      set: 'sdk',
      overrides: { '@sentry/cloudflare': '11.0.0' },
      checks: { ...checks, policy: failed('an inline script | ran') },
    }),
  ]);
  expect(row).toEqual([
    'sdk',
    'next 16.4.5, node 20.20.2, @sentry/cloudflare 11.0.0 by an override, turbopack',
    '2026-11-23',
    ...['3 passed', '1 passed, 1 failed', '3 passed', '3 passed'],
    '2 of 3',
    '**red**: policy: an inline script | ran',
  ]);
  expect(markdownTable([row])).toContain('an inline script \\| ran');
});

test('a cause stays short', () => {
  const many = { passed: 0, failed: ['one', 'two', 'three', 'four', 'five'] };
  expect(causeOf(greenResult({ problem: 'First line.\nSecond line.', checks: { ...checks, kinds: many } }))).toBe(
    'First line.; kinds: one; kinds: two; kinds: three; and 2 more',
  );
  expect(causeOf(greenResult({ checks: { kinds: checks.kinds, types: checks.types } }))).toBe(
    'not run: policy, self-check',
  );
});

test('a run replaces the row of its set in the document, and adds a new one at the end', () => {
  const document = 'Before.\n\n<!-- versions -->\n<!-- /versions -->\n\nAfter.\n';
  const first = withRows(document, rowsOf([greenResult(), greenResult({ set: 'webpack', problem: 'a | b' })]));
  const later = greenResult({ date: '2026-12-01' });
  const second = withRows(first, rowsOf([greenResult({ set: 'canary' }), later]));
  expect(second.match(/^\| \w.*$/gm)?.map((line) => line.split(' | ').slice(0, 3).join(' '))).toEqual([
    '| set versions run on',
    '| installed next 16.4.5, node 20.20.2, turbopack 2026-12-01',
    '| webpack next 16.4.5, node 20.20.2, turbopack 2026-11-23',
    '| canary next 16.4.5, node 20.20.2, turbopack 2026-11-23',
  ]);
  expect(second).toContain('a \\| b');
  expect(second).toMatch(/^Before\.\n[^]*\nAfter\.\n$/);
});
