import { expect, test } from 'vitest';
import { readBrowserReport } from '../../../../scripts/versions/browser-results';

const spec = (
  title: string,
  ok: boolean,
  { annotations = [], results = [] }: Partial<Record<string, object[]>> = {},
) => ({
  title,
  ok,
  tests: [{ annotations, results }],
});

test('results are counted by file, through suites within suites, with what the tests noted', () => {
  const file = 'demo/kinds.spec.ts';
  const note = { type: 'inEffect', description: 'request-start page-nonce' };
  const results = [{ errors: [{ message: 'Not two.' }, { message: 'Not at all.' }] }];
  const report = {
    suites: [
      {
        title: file,
        file,
        specs: [spec('one', true)],
        suites: [
          { title: 'inner', file, specs: [spec('two', false, { results }), spec('three', true), spec('four', false)] },
        ],
      },
      { title: 'self-check.spec.ts', file: 'self-check.spec.ts', specs: [spec('all', true, { annotations: [note] })] },
    ],
    errors: [{ message: 'The global setup failed.' }],
  };
  expect(readBrowserReport(report)).toEqual({
    files: {
      'kinds.spec.ts': {
        passed: 2,
        failed: [
          { title: 'two', message: 'Not two.' },
          { title: 'four', message: '' },
        ],
        notes: {},
      },
      'self-check.spec.ts': { passed: 1, failed: [], notes: { inEffect: 'request-start page-nonce' } },
    },
    errors: ['The global setup failed.'],
  });
});
