import { expect, test } from 'vitest';
import { createFailureBudget, type FailureHead } from '../../../candor/src/server/failure-budget';

const broken = { type: 'Error', message: 'broken', route: 'GET /' };
const minute = 60_000;

function setUp() {
  let at = 0;
  const budget = createFailureBudget(() => at);
  const take = (failure: Partial<FailureHead> = {}) => budget.take({ ...broken, ...failure });
  const wholeOf = (failures: Partial<FailureHead>[]) => failures.filter((failure) => take(failure).isWhole).length;
  return { take, wholeOf, pass: (ms: number) => void (at += ms) };
}

const times = <Made>(count: number, make: (index: number) => Made) => Array.from({ length: count }, (_, i) => make(i));
const alike = (count: number) => times(count, () => ({}));
const letters = (index: number) => [...index.toString()].map((digit) => 'abcdefghij'[Number(digit)]).join('');

test('takes the first 2,000 of a group, and then one a minute for as long as it goes on', () => {
  const { wholeOf, pass } = setUp();
  expect(wholeOf(alike(3_000))).toBe(2_000);
  for (let turn = 0; turn < 10; turn += 1) {
    for (let second = 0; second < 59; second += 1) {
      pass(1_000);
      expect(wholeOf(alike(200))).toBe(0);
    }
    pass(1_000);
    expect(wholeOf(alike(200))).toBe(1);
  }
});

test('counts what a group has dropped, so far and since its last whole line', () => {
  const { take, wholeOf, pass } = setUp();
  wholeOf(alike(2_000));
  expect(take()).toEqual({ isWhole: false, count: 1 });
  wholeOf(alike(998));
  pass(minute);
  expect(take()).toEqual({ isWhole: true, droppedBefore: 999 });
  expect(take()).toEqual({ isWhole: false, count: 1_000 });
  expect(take({ message: 'torn' }), 'another group').toEqual({ isWhole: true });
  pass(minute);
  expect(take()).toEqual({ isWhole: true, droppedBefore: 1 });
});

test('what is dropped earns nothing for a minute, and then one whole line for each quiet second', () => {
  const { wholeOf, pass } = setUp();
  wholeOf(alike(3_000));
  pass(minute + 100_000);
  expect(wholeOf(alike(3_000))).toBe(100);
  pass(minute + 2_000_000);
  expect(wholeOf(alike(3_000))).toBe(2_000);
});

const inNumbers = (index: number) =>
  `row ${index} of "table ${index}" (0123456789abcdef${index.toString(16).padStart(16, '0')}) is 'x${index}' after ${index}.5 s`;

test.each([
  ['in numbers, ids and quoted text', inNumbers],
  ['in a secret', (index: number) => `no account for ${letters(index)}@example.org`],
  ['late in a long message', (index: number) => `${'long '.repeat(200)}${letters(index)}`],
])('failures are a group that differ only %s', (_, message) => {
  expect(setUp().wholeOf(times(2_500, (index) => ({ message: message(index) })))).toBe(2_000);
});

test('a group keeps its budget while more groups fail than are remembered by their words, and others have one of their own', () => {
  const { wholeOf } = setUp();
  const others = times(500, (index) => ({ message: letters(index) }));
  expect(wholeOf(times(5, () => [...alike(1_000), ...others]).flat())).toBe(2_000 + 5 * 500);
  expect(wholeOf([{ type: 'TypeError' }, { message: 'torn' }, { route: 'GET /a' }])).toBe(3);
});

test('takes 5,000 different failures of a process, then 300 groups at once, and then five groups a second', () => {
  const { wholeOf, pass } = setUp();
  const different = times(8_000, (index) => ({ message: letters(index) }));
  expect(wholeOf(different)).toBe(5_000 + 300);
  pass(2_000);
  expect(wholeOf(different)).toBe(10);
});

test('in an incident of many groups each has a whole line in each minute', () => {
  const { take, wholeOf, pass } = setUp();
  const groups = times(250, (index) => ({ message: letters(index) }));
  expect(wholeOf(times(40, () => groups).flat())).toBe(5_000); // Twenty of each, and no group is due.
  for (let turn = 0; turn < 5; turn += 1) {
    pass(minute);
    const whole = times(4, () => groups)
      .flat()
      .filter((failure) => take(failure).isWhole);
    expect(whole).toEqual(groups);
  }
  expect(take({ message: 'new' }), 'a group that was not seen before').toEqual({ isWhole: true });
});
