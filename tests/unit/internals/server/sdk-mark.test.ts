import { checkOrSetAlreadyCaught } from '@sentry/core';
import { expect, test } from 'vitest';
import { stateOfPatch } from '../../../../candor/src/internals/patch';
import { forgetCapture, lacksMark, wasCaptured } from '../../../../candor/src/internals/server/sdk-mark';

const state = () => stateOfPatch('sdk-mark');

const isExtensible = () => {
  throw new Error('A trap.');
};
const hostile = () => new Proxy({}, { isExtensible });

test('an error that the SDK has captured has its mark, which can be removed', () => {
  const error = new Error('x');
  expect(wasCaptured(error)).toBe(false);
  checkOrSetAlreadyCaught(error);
  expect([lacksMark(error), state().state]).toEqual([false, 'inEffect']);
  expect([forgetCapture(error), wasCaptured(error)]).toEqual([true, false]);
});

test('the SDK marks no frozen error, so nothing is missing', () => {
  expect([lacksMark(Object.freeze(new Error('x'))), state().failures]).toEqual([false, 0]);
});

test.each([
  ['that has no mark is said to lack it', () => new Error('x'), true],
  ['that cannot be asked counts as marked', hostile, false],
])('an error %s, and a failure of the patch is counted', (_, captured, lacks) => {
  const { failures } = state();
  expect([lacksMark(captured()), state().failures]).toEqual([lacks, failures + 1]);
});
