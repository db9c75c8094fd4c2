import { expect, test } from 'vitest';
import { checked, resultsOf, sum } from '../../../../scripts/test/results';
import { eachInFolder } from '../../../support/each-in-folder';

const { folder, write } = eachInFolder();

// Shaped as the reporters of the installed versions write them, without what is not read.
const assertion = { fullName: 'it is kept', failureMessages: ['no\n\n  at a'] };
const vitest = (...statuses: string[]) => {
  const assertionResults = statuses.map((status) => ({ ...assertion, status }));
  return { testResults: [{ name: '/tests/promises.test.ts', status: 'passed', message: '', assertionResults }] };
};
const results = [{ errors: [{ message: '\u001b[31mno\u001b[39m\n  at a' }] }];
const playwright = (...statuses: string[]) => {
  const tests = statuses.map((status) => ({ status, results }));
  const inner = { file: 'demo/promises.spec.ts', specs: [{ title: 'it is kept', tests }] };
  return { suites: [{ file: 'demo/promises.spec.ts', specs: [], suites: [inner] }], errors: [] };
};
const outside = { ...playwright('expected'), errors: [{ message: 'ECONNRESET' }] };

test.each([
  ['each state of a unit test is counted', vitest('passed', 'failed', 'pending', 'todo'), 1, [1, 1, 2]],
  ['each state of a browser test is counted', playwright('expected', 'unexpected', 'skipped'), 1, [1, 1, 1]],
  ['a flaky browser test has failed', playwright('expected', 'flaky'), 0, [1, 1, 0]],
  ['a status other than 0 is a failure though each test passed', vitest('passed'), 130, [1, 1, 0]],
  ['a run without a test that ran has failed', vitest('pending'), 0, [0, 1, 1]],
  ['an error outside of tests is one', outside, 1, [1, 1, 0]],
])('%s', (_, report, status, [passed, failed, skipped]) => {
  write({ 'report.json': JSON.stringify(report) });
  expect(resultsOf(folder('report.json'), status)).toMatchObject({ passed, failed, skipped });
});

test.each(['', '{', 'null', '{}'])('a report that reads %j throws, so that its step has failed', (contents) => {
  write({ 'report.json': contents });
  expect(() => resultsOf(folder('report.json'), 0)).toThrow();
});

test('a failed test is named with its file and its first lines, and results add up', () => {
  const failures = [vitest('failed'), playwright('unexpected')].map((report) => {
    write({ 'report.json': JSON.stringify(report) });
    return resultsOf(folder('report.json'), 1);
  });
  expect(sum([...failures, checked(true)])).toEqual({
    ...{ passed: 1, failed: 2, skipped: 0 },
    failures: ['- promises.test.ts: it is kept\n  no\n    at a', '- promises.spec.ts: it is kept\n  no\n    at a'],
  });
});
