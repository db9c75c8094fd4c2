import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { z } from 'zod';
import { printFailure } from '../run/cli';
import { readBrowserReport } from '../versions/browser-results';

/** `failures`: a line for each test that failed, and for each error outside of the tests, where a runner says so. */
export type Results = { passed: number; failed: number; skipped: number; failures?: string[] };

/** The results of a check that reports nothing but its exit status. */
export function checkResults(isPassed: boolean): Results {
  return { passed: isPassed ? 1 : 0, failed: isPassed ? 0 : 1, skipped: 0 };
}

/** The results of a step that cannot run here. */
export const skippedResults: Results = { passed: 0, failed: 0, skipped: 1 };

const count = z.int().min(0);

const vitestFile = z
  .object({
    name: z.string(),
    message: z.string(),
    assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
  })
  .transform(({ name, message, assertionResults }) => {
    const failed = assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName);
    return [...(message === '' ? [] : [message]), ...failed].map((what) => failureLine(name, what));
  });

const vitestReport = z
  .object({
    ...{ numPassedTests: count, numFailedTests: count, numPendingTests: count, numTodoTests: count },
    testResults: z.array(vitestFile),
  })
  .transform((report) => ({
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
    ...named(report.testResults.flat()),
  }));

// A flaky test failed at least once, and counts as failed.
const playwrightReport = z
  .looseObject({ stats: z.object({ expected: count, unexpected: count, flaky: count, skipped: count }) })
  .transform(({ stats, ...report }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
    ...named(browserFailures(report)),
  }));

function browserFailures(report: unknown): string[] {
  const { files, errors } = readBrowserReport(report);
  const failed = Object.entries(files).flatMap(([file, results]) =>
    results.failed.map((title) => failureLine(file, title)),
  );
  return [...failed, ...errors.map((message) => failureLine('outside of the tests', message))];
}

function named(failures: string[]): Pick<Results, 'failures'> {
  return failures.length > 0 ? { failures } : {};
}

function failureLine(where: string, what: string): string {
  return `${basename(where)}: ${what.trim().split('\n')[0]}`;
}

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
  const sum = (name: 'passed' | 'failed' | 'skipped') => all.reduce((total, results) => total + results[name], 0);
  const failures = all.flatMap((results) => results.failures ?? []);
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped'), ...named(failures) };
}

export function resultsLine({ passed, failed, skipped }: Results): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
