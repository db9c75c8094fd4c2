import { expect, test } from 'vitest';
import { createFailureBudget } from '../../../candor/src/server/failure-budget';

function setUp() {
  let at = 0;
  const budget = createFailureBudget(() => at);
  const takeOf = (failures: { type?: string; message?: string; route?: string }[]) =>
    failures.filter((failure) => budget.take({ type: 'Error', message: 'broken', route: 'GET /', ...failure })).length;
  return { takeOf, pass: (ms: number) => void (at += ms) };
}

const times = <Made>(count: number, make: (index: number) => Made) => Array.from({ length: count }, (_, i) => make(i));

test('takes the first 2,000 of failures that are alike, and then one a second', () => {
  const { takeOf, pass } = setUp();
  expect(takeOf(times(3_000, () => ({})))).toBe(2_000);
  pass(10_000);
  expect(takeOf(times(3_000, () => ({})))).toBe(10);
});

test('failures are alike that differ only in numbers, ids and quoted text', () => {
  const { takeOf } = setUp();
  const message = (index: number) =>
    `row ${index} of "table ${index}" (0123456789abcdef${index.toString(16).padStart(16, '0')}) is 'x${index}' after ${index}.5 s`;
  expect(takeOf(times(2_500, (index) => ({ message: message(index) })))).toBe(2_000);
});

test('a failure of another type, message or route has a budget of its own', () => {
  const { takeOf } = setUp();
  takeOf(times(2_500, () => ({})));
  expect(takeOf([{ type: 'TypeError' }, { message: 'torn' }, { route: 'GET /a' }])).toBe(3);
});

test('takes 5,000 different failures of a process at once, and then five a second', () => {
  const { takeOf, pass } = setUp();
  const letters = (index: number) => [...index.toString()].map((digit) => 'abcdefghij'[Number(digit)]).join('');
  const different = times(8_000, (index) => ({ message: letters(index) }));
  expect(takeOf(different)).toBe(5_000);
  pass(2_000);
  expect(takeOf(different)).toBe(10);
});
