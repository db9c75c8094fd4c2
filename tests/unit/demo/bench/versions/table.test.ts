import { expect, test } from 'vitest';
import { toVersionsTable } from '../../../../bench/versions/table';

const figures = (ms: number) => ({ 'home-main': [ms, ms], 'example-main': [ms, ms], 'failing-main': [ms, ms] });

test('each set of versions is a row of ratios to bare Next.js of the same versions', () => {
  const measured = { bare: figures(10), candor: figures(11), off: figures(10.5), wizard: figures(20) };
  const packages = { next: '17.0.0', react: '20.0.0', 'react-dom': '20.0.0' };
  const table = toVersionsTable([{ name: 'newest', packages, overrides: { a: '1.0.0' }, measured }]);
  expect(table.split('\n').at(-1)).toBe(
    '| next 17.0.0, react 20.0.0, a 1.0.0 by an override | 1.10 | 1.10 | 1.05 | 1.10 | 2.00 | 2.00 |',
  );
});

test('a set that could not be built says why, in one line', () => {
  const problem = 'npm did not install these versions:\nno such | package';
  const table = toVersionsTable([{ name: 'canary', packages: { next: '17.1.0-canary.1' }, problem }]);
  expect(table.split('\n').at(-1)).toBe(
    '| next 17.1.0-canary.1 | npm did not install these versions: no such package |  |  |  |  |  |',
  );
});
