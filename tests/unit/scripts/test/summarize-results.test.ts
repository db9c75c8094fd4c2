import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { addResults, checkResults, resultsLine, runnerResults } from '../../../../scripts/test/summarize-results';
import { takeConsole } from '../../../support/quiet-console';

let folder = '';
let file = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'candor-results-'));
  file = join(folder, 'report.json');
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

// Shaped as the reporters of the installed versions write them, without what is not read.
const vitest = (counts: object) => ({
  numTotalTestSuites: 1,
  numPassedTests: 0,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  success: true,
  testResults: [],
  ...counts,
});
const playwright = (stats: object) => ({
  config: {},
  suites: [],
  errors: [],
  stats: {
    startTime: '2026-01-01T00:00:00.000Z',
    duration: 1,
    expected: 0,
    skipped: 0,
    unexpected: 0,
    flaky: 0,
    ...stats,
  },
});

const failure = { passed: 0, failed: 1, skipped: 0 };

describe.each([
  {
    runner: 'vitest' as const,
    report: ({ passed = 0, failed = 0, skipped = 0 }) =>
      vitest({ numPassedTests: passed, numFailedTests: failed, numPendingTests: skipped }),
  },
  {
    runner: 'playwright' as const,
    report: ({ passed = 0, failed = 0, skipped = 0 }) => playwright({ expected: passed, unexpected: failed, skipped }),
  },
])('$runner', ({ runner, report }) => {
  const results = (counts: { passed?: number; failed?: number; skipped?: number }, status: number) => {
    writeFileSync(file, JSON.stringify(report(counts)));
    return runnerResults(runner, file, status);
  };

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
    expect(runnerResults(runner, file, 0)).toEqual(failure);
    expect(takeConsole('error')).toEqual([expect.stringContaining('ENOENT')]);
  });

  test.each(['', '{', 'null', '[]', '{}', '{"stats":{}}', '{"numPassedTests":"5"}', '{"stats":{"expected":1e999}}'])(
    'a report that reads %j is a failure, and the console says why',
    (contents) => {
      writeFileSync(file, contents);
      expect(runnerResults(runner, file, 0)).toEqual(failure);
      expect(takeConsole('error')).toHaveLength(1);
    },
  );
});

test('a flaky browser test counts as failed', () => {
  writeFileSync(file, JSON.stringify(playwright({ expected: 5, flaky: 1 })));
  expect(runnerResults('playwright', file, 0)).toEqual({ passed: 5, failed: 1, skipped: 0 });
});

test('a unit test that is still to be written counts as skipped', () => {
  writeFileSync(file, JSON.stringify(vitest({ numPassedTests: 5, numTodoTests: 2 })));
  expect(runnerResults('vitest', file, 0)).toEqual({ passed: 5, failed: 0, skipped: 2 });
});

test('results add up to one line, which mentions skipped tests only if there are any', () => {
  const all = [checkResults(true), checkResults(false), { passed: 7, failed: 0, skipped: 2 }];
  expect(addResults(all)).toEqual({ passed: 8, failed: 1, skipped: 2 });
  expect(resultsLine(addResults(all))).toBe('8 passed, 1 failed, 2 skipped');
  expect(resultsLine(addResults([]))).toBe('0 passed, 0 failed');
});
