import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { printFailure } from '../run/cli';

export type Results = { passed: number; failed: number; skipped: number };

/** The results of a check that reports nothing but its exit status. */
export function checkResults(isPassed: boolean): Results {
  return { passed: isPassed ? 1 : 0, failed: isPassed ? 0 : 1, skipped: 0 };
}

/** The results of a step that cannot run here. */
export const skippedResults: Results = { passed: 0, failed: 0, skipped: 1 };

const count = z.int().min(0);

const vitestReport = z
  .object({ numPassedTests: count, numFailedTests: count, numPendingTests: count, numTodoTests: count })
  .transform((report) => ({
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
  }));

// A flaky test failed at least once, and counts as failed.
const playwrightReport = z
  .object({ stats: z.object({ expected: count, unexpected: count, flaky: count, skipped: count }) })
  .transform(({ stats }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
  }));

const reports = { vitest: vitestReport, playwright: playwrightReport };

/**
 * The results of a test runner's run, from its JSON report and its exit status. A runner that left no usable report, ran no
 * test, or failed outside of every test has failed, whatever its tests say.
 */
export function runnerResults(runner: keyof typeof reports, reportFile: string, status: number): Results {
  let results: Results;
  try {
    results = reports[runner].parse(JSON.parse(readFileSync(reportFile, 'utf8')));
  } catch (error) {
    printFailure(error);
    return checkResults(false);
  }
  const hasRun = results.passed + results.failed > 0;
  return hasRun && (status === 0 || results.failed > 0) ? results : { ...results, failed: 1 };
}

export function addResults(all: readonly Results[]): Results {
  const sum = (name: keyof Results) => all.reduce((total, results) => total + results[name], 0);
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
}

export function resultsLine({ passed, failed, skipped }: Results): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
