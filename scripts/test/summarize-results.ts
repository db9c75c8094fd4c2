import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';
import { printFailure } from '../run/cli';
import { readBrowserReport } from '../versions/browser-results';

/** `failures`: the lines of each test that failed, and of each error outside of the tests, where a runner says so. */
export type Results = { passed: number; failed: number; skipped: number; failures?: string[] };

/** The results of a check that reports nothing but its exit status. */
export function checkResults(isPassed: boolean): Results {
  return { passed: isPassed ? 1 : 0, failed: isPassed ? 0 : 1, skipped: 0 };
}

/** The results of a step that cannot run here. */
export const skippedResults: Results = { passed: 0, failed: 0, skipped: 1 };

const count = z.int().min(0);

/** Of a message: what was expected and received, and where. */
const reasonLines = 12;

const vitestFile = z
  .object({
    name: z.string(),
    message: z.string(),
    assertionResults: z.array(
      z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()).optional() }),
    ),
  })
  .transform(({ name, message, assertionResults }) => [
    ...(message === '' ? [] : [failureLines(name, message)]),
    ...assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages = [] }) => failureLines(name, fullName, failureMessages[0])),
  ]);

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
    results.failed.map(({ title, message }) => failureLines(file, title, message)),
  );
  return [...failed, ...errors.map((message) => failureLines('outside of the tests', message))];
}

function named(failures: string[]): Pick<Results, 'failures'> {
  return failures.length > 0 ? { failures } : {};
}

/** A log may be cut at any place but its end: what its reader needs first is in these lines. */
function failureLines(where: string, what: string, message = ''): string {
  const [title = '', ...rest] = linesOf(what);
  const reason = [...rest, ...linesOf(message)].slice(0, reasonLines).map((line) => `  ${line}`);
  return [`${basename(where)}: ${title}`, ...reason].join('\n');
}

function linesOf(text: string): string[] {
  const lines = stripVTControlCharacters(text).split('\n');
  return lines.map((line) => line.trim()).filter((line) => line !== '');
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
