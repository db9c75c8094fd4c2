import { expect, test } from 'vitest';
import { createFailureBudget, type FailureHead } from '../../../candor/src/failures/failure-budget';

const minute = 60_000;

function setUp() {
  let at = 0;
  const budget = createFailureBudget(() => at);
  const take = (failure: Partial<FailureHead> = {}) =>
    budget.take({ type: 'Error', message: 'broken', route: 'GET /', ...failure });
  const wholeOf = (failures: Partial<FailureHead>[]) => failures.filter((failure) => take(failure).isWhole).length;
  return { take, wholeOf, pass: (ms: number) => void (at += ms) };
}

const times = <Made>(count: number, make: (index: number) => Made) => Array.from({ length: count }, (_, i) => make(i));
const alike = (count: number) => times(count, () => ({}));
const letters = (index: number) => [...index.toString()].map((digit) => 'abcdefghij'[Number(digit)]).join('');
const different = (count: number) => times(count, (index) => ({ message: letters(index) }));

test('takes the first 2,000 of a group, and then one a minute for as long as it goes on', () => {
  const { wholeOf, pass } = setUp();
  expect(wholeOf(alike(3_000))).toBe(2_000);
  for (let second = 1; second <= 600; second += 1) {
    pass(1_000);
    expect(wholeOf(alike(200))).toBe(second % 60 === 0 ? 1 : 0);
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

const hex = (index: number) => index.toString(16).padStart(16, '0');
const row = (i: number) => `row ${i} of "table ${i}" (0123456789abcdef${hex(i)}) is 'x${i}', ${i}.5 s`;

test.each<[string, (index: number) => string]>([
  ['in numbers, ids and quoted text', row],
  ['in a secret', (index) => `no account for ${letters(index)}@example.org`],
  ['late in a long message', (index) => `${'long '.repeat(200)}${letters(index)}`],
])('failures are a group that differ only %s', (_, message) => {
  expect(setUp().wholeOf(times(2_500, (index) => ({ message: message(index) })))).toBe(2_000);
});

test('a group keeps its budget while many others fail, and each of those has one of its own', () => {
  const { wholeOf } = setUp();
  expect(wholeOf(times(5, () => [...alike(1_000), ...different(500)]).flat())).toBe(2_000 + 5 * 500);
  expect(wholeOf([{ type: 'TypeError' }, { message: 'torn' }, { route: 'GET /a' }])).toBe(3);
});

test('takes 5,000 different failures of a process, then 300 groups at once, and then five groups a second', () => {
  const { wholeOf, pass } = setUp();
  expect(wholeOf(different(8_000))).toBe(5_000 + 300);
  pass(2_000);
  expect(wholeOf(different(8_000))).toBe(10);
});

test('in an incident of many groups each has a whole line in each minute', () => {
  const { take, wholeOf, pass } = setUp();
  const groups = different(250);
  expect(wholeOf(times(40, () => groups).flat())).toBe(5_000); // Twenty of each, and no group is due.
  const fourTimes = times(4, () => groups).flat();
  for (let turn = 0; turn < 5; turn += 1) {
    pass(minute);
    expect(fourTimes.filter((failure) => take(failure).isWhole)).toEqual(groups);
  }
  expect(take({ message: 'new' }), 'a group that was not seen before').toEqual({ isWhole: true });
});
