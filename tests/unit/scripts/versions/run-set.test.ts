import { expect, test } from 'vitest';
import { filesWithErrors } from '../../../../scripts/versions/run-set';

const error = (file: string, line: number) =>
  `${file}(${line},3): error TS2614: Module has no exported member.\n  More of it.\n`;

test('a file with errors is named once, and files of the tests are only counted', () => {
  const printed =
    error('candor/src/shared/report.ts', 1) +
    error('candor/src/shared/report.ts', 2) +
    error('tests/unit/a.test.ts', 3);
  expect(filesWithErrors(printed)).toEqual({
    passed: 0,
    failed: ['candor/src/shared/report.ts'],
    note: 'files of tests/ with errors: 1',
  });
});

test('errors in tests alone fail nothing, a path with parentheses is one path', () => {
  const printed = error('tests/failing-routes/app/failing/(team)/boundary/boundaries.tsx', 3);
  expect(filesWithErrors(printed)).toEqual({ passed: 1, failed: [], note: 'files of tests/ with errors: 1' });
});

test('a compiler that names no file has not checked anything', () => {
  expect(filesWithErrors('error TS5023: Unknown compiler option.').failed).toEqual(['it did not run']);
});
