import { existsSync, readFileSync } from 'node:fs';

/** What one check counts for; each count here is `{ passed, failed, skipped }`. */
export function countOne(isPassed) {
  return { passed: isPassed ? 1 : 0, failed: isPassed ? 0 : 1, skipped: 0 };
}

export function countVitest(reportFile, status) {
  return countReport(reportFile, status, (report) => ({
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
  }));
}

/** A flaky test failed at least once, and counts as failed. */
export function countPlaywright(reportFile, status) {
  return countReport(reportFile, status, ({ stats }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
  }));
}

export function addCounts(counts) {
  const sum = (name) => counts.reduce((total, count) => total + count[name], 0);
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
}

export function countsLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

// A runner that died, ran nothing, or failed outside of any test has failed, whatever its tests say.
function countReport(reportFile, status, read) {
  if (!existsSync(reportFile)) return countOne(false);
  const count = read(JSON.parse(readFileSync(reportFile, 'utf8')));
  const hasRun = count.passed + count.failed > 0;
  return hasRun && (status === 0 || count.failed > 0) ? count : { ...count, failed: 1 };
}
