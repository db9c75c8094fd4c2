import { describe, expect, test } from 'vitest';
import { addResults, checkResults, resultsLine, runnerResults } from '../../../../scripts/test/summarize-results';
import { eachInFolder } from '../../../support/each-in-folder';
import { takeConsole } from '../../../support/quiet-console';

const { folder, write } = eachInFolder();

type Counts = { passed?: number; failed?: number; skipped?: number; flaky?: number; todo?: number };

// Shaped as the reporters of the installed versions write them, without what is not read.
const reports = {
  vitest: ({ passed = 0, failed = 0, skipped = 0, todo = 0 }: Counts) => ({
    ...{ numTotalTestSuites: 1, success: true, testResults: [] },
    ...{ numPassedTests: passed, numFailedTests: failed, numPendingTests: skipped, numTodoTests: todo },
  }),
  playwright: ({ passed = 0, failed = 0, skipped = 0, flaky = 0 }: Counts) => ({
    ...{ config: {}, suites: [], errors: [] },
    stats: { startTime: '2026-01-01T00:00:00.000Z', duration: 1, expected: passed, skipped, unexpected: failed, flaky },
  }),
};

type Runner = keyof typeof reports;

function resultsOf(runner: Runner, report: string | Counts | undefined, status = 0) {
  if (report !== undefined)
    write({ 'report.json': typeof report === 'string' ? report : JSON.stringify(reports[runner](report)) });
  return runnerResults(runner, folder('report.json'), status);
}

const failure = { passed: 0, failed: 1, skipped: 0 };

describe.each<Runner>(['vitest', 'playwright'])('%s', (runner) => {
  const results = (report: string | Counts | undefined, status?: number) => resultsOf(runner, report, status);

  test('counts passed, failed and skipped tests', () => {
    expect(results({ passed: 5, skipped: 1 }, 0)).toEqual({ passed: 5, failed: 0, skipped: 1 });
    expect(results({ passed: 5, failed: 2, skipped: 1 }, 1)).toEqual({ passed: 5, failed: 2, skipped: 1 });
  });

  test('a failed test fails the run though the runner ended with status 0', () => {
    expect(results({ passed: 5, failed: 2 }, 0).failed).toBe(2);
  });

  test.each([1, 130, 143])('a run that ended with status %d has failed though each of its tests passed', (status) => {
    expect(results({ passed: 5 }, status)).toEqual({ passed: 5, failed: 1, skipped: 0 });
  });

  test.each([{}, { skipped: 3 }])('a run without a test that ran has failed: %j', (counts) => {
    expect(results(counts, 0)).toEqual({ passed: 0, failed: 1, skipped: counts.skipped ?? 0 });
  });

  test('a missing report is a failure, and the console says why', () => {
    expect(results(undefined)).toEqual(failure);
    expect(takeConsole('error')).toEqual([expect.stringContaining('ENOENT')]);
  });

  test.each(['', '{', 'null', '[]', '{}', '{"stats":{}}', '{"numPassedTests":"5"}', '{"stats":{"expected":1e999}}'])(
    'a report that reads %j is a failure, and the console says why',
    (contents) => {
      expect(results(contents)).toEqual(failure);
      expect(takeConsole('error')).toHaveLength(1);
    },
  );
});

test('a flaky browser test counts as failed', () => {
  expect(resultsOf('playwright', { passed: 5, flaky: 1 })).toEqual({ passed: 5, failed: 1, skipped: 0 });
});

test('a failed test is named with its file and why it failed, and so is an error outside of tests', () => {
  const assertionResults = [
    {
      fullName: 'a promise is kept',
      status: 'failed',
      failureMessages: ['AssertionError: \u001b[31mno\u001b[39m\n\n    at a'],
    },
    { fullName: 'another one is kept', status: 'passed' },
  ];
  const ofVitest = {
    ...reports.vitest({ passed: 1, failed: 2 }),
    testResults: [
      { name: '/tests/unit/promises.test.ts', message: '', assertionResults },
      { name: '/tests/unit/broken.test.ts', message: 'Unexpected token\n  at line 1', assertionResults: [] },
    ],
  };
  const errors = [{ message: Array.from({ length: 20 }, (_, index) => `line ${index}`).join('\n\n') }];
  const spec = (title: string, ok: boolean) => ({ title, ok, tests: [{ annotations: [], results: [{ errors }] }] });
  const specs = [spec('a page is shown', false), spec('another one is shown', true)];
  const inner = { title: 'inner', file: 'demo/pages.spec.ts', specs };
  const ofPlaywright = {
    ...reports.playwright({ passed: 1, failed: 1 }),
    suites: [{ title: 'demo/pages.spec.ts', file: 'demo/pages.spec.ts', specs: [], suites: [inner] }],
    errors: [{ message: 'Error: read ECONNRESET\n\nFailed worker ran 3 tests' }],
  };
  const unit = resultsOf('vitest', JSON.stringify(ofVitest), 1);
  const browser = resultsOf('playwright', JSON.stringify(ofPlaywright), 1);
  expect(addResults([unit, checkResults(true), browser])).toEqual({
    ...{ passed: 3, failed: 3, skipped: 0 },
    failures: [
      'promises.test.ts: a promise is kept\n  AssertionError: no\n  at a',
      'broken.test.ts: Unexpected token\n  at line 1',
      ['pages.spec.ts: a page is shown', ...Array.from({ length: 12 }, (_, index) => `  line ${index}`)].join('\n'),
      'outside of the tests: Error: read ECONNRESET\n  Failed worker ran 3 tests',
    ],
  });
});

test('a unit test that is still to be written counts as skipped', () => {
  expect(resultsOf('vitest', { passed: 5, todo: 2 })).toEqual({ passed: 5, failed: 0, skipped: 2 });
});

test('results add up to one line, which mentions skipped tests only if there are any', () => {
  const all = [checkResults(true), checkResults(false), { passed: 7, failed: 0, skipped: 2 }];
  expect(addResults(all)).toEqual({ passed: 8, failed: 1, skipped: 2 });
  expect(resultsLine(addResults(all))).toBe('8 passed, 1 failed, 2 skipped');
  expect(resultsLine(addResults([]))).toBe('0 passed, 0 failed');
});
