import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** `failures`: of each test that failed its file, its title and its first lines. */
export type Results = { passed: number; failed: number; skipped: number; failures: string[] };

export const none: Results = { passed: 0, failed: 0, skipped: 0, failures: [] };
export const skippedOne: Results = { ...none, skipped: 1 };
/** Of a check that reports nothing but its exit status. */
export const checked = (isPassed: boolean): Results => ({ ...none, [isPassed ? 'passed' : 'failed']: 1 });

// The part of a report that is read, as the installed versions of the runners write it.
type Vitest = { testResults: { name: string; status: string; message: string; assertionResults: Assertion[] }[] };
type Assertion = { fullName: string; status: string; failureMessages?: string[] };
type Playwright = { suites: Suite[]; errors: { message?: string }[] };
type Suite = { file: string; specs: Spec[]; suites?: Suite[] };
type Spec = { title: string; tests: { status: string; results: { errors?: { message?: string }[] }[] }[] };

/** Of a JSON report. A runner that ran no test, or failed outside of every test, has failed, whatever its tests say. */
export function resultsOf(reportFile: string, exitStatus: number): Results {
  const report = JSON.parse(readFileSync(reportFile, 'utf8')) as Vitest | Playwright;
  const results = sum(
    'testResults' in report
      ? report.testResults.flatMap(({ name, status, message, assertionResults }) => [
          ...(status === 'failed' && message !== '' ? [result(status, name, message)] : []),
          ...assertionResults.map((each) => result(each.status, name, each.fullName, each.failureMessages?.[0])),
        ])
      : [...report.suites.flatMap(ofSuite), ...report.errors.map(({ message = '' }) => result('failed', '', message))],
  );
  const hasRun = results.passed + results.failed > 0;
  return hasRun && (exitStatus === 0 || results.failed > 0) ? results : { ...results, failed: 1 };
}

const ofSuite = ({ file, specs, suites = [] }: Suite): Results[] => [
  ...specs.flatMap(({ title, tests }) =>
    tests.map(({ status, results }) => result(status, file, title, results[0]?.errors?.[0]?.message)),
  ),
  ...suites.flatMap(ofSuite),
];

/** A flaky test failed at least once, and counts as failed. A log may be cut anywhere but at its end, where these lines are. */
function result(status: string, file: string, title: string, message = ''): Results {
  if (['passed', 'expected'].includes(status)) return checked(true);
  if (['pending', 'todo', 'skipped', 'disabled'].includes(status)) return skippedOne;
  const lines = stripVTControlCharacters(`${title}\n${message}`).match(/.*\S.*/g) ?? [];
  return { ...checked(false), failures: [`- ${basename(file)}: ${lines.slice(0, 12).join('\n  ')}`] };
}

export function sum(all: readonly Results[]): Results {
  const of = (key: 'passed' | 'failed' | 'skipped') => all.reduce((total, each) => total + each[key], 0);
  const failures = all.flatMap((each) => each.failures);
  return { passed: of('passed'), failed: of('failed'), skipped: of('skipped'), failures };
}
