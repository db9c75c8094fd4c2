import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readRetryAfter } from '../../../candor/delivery/retry-after';
import { checkAny } from './check-property';

const now = Date.parse('2026-11-21T12:00:00.250Z');
const date = 'Sat, 21 Nov 2026 09:00:00 GMT'; // Three hours behind: the service's clock, or ours, is wrong.

test.each<[string, number]>([
  ['0', 0],
  ['17', 17],
  [' 17 ', 17],
  ['5.5', 6],
  ['0.01', 1],
  ['99999999999', 99_999_999_999],
])('reads %j as %i seconds', (text, seconds) => {
  expect(readRetryAfter(text, date, now)).toBe(seconds);
});

test.each([
  ['the usual form', 'Sat, 21 Nov 2026 09:01:30 GMT'],
  ['the form of RFC 850', 'Saturday, 21-Nov-26 09:01:30 GMT'],
  ['the form of asctime, which is UTC', 'Sat Nov 21 09:01:30 2026'],
])("counts a date in %s from the response's own", (_, text) => {
  expect(readRetryAfter(text, date, now)).toBe(90);
});

test.each([undefined, '', 'yesterday', '2026', `${date}, ${date}`])('counts a date from now when Date is %j', (odd) => {
  expect(readRetryAfter('Sat, 21 Nov 2026 12:01:30 GMT', odd, now)).toBe(90);
});

test('reads a date in the past as now', () => {
  expect(readRetryAfter('Sat, 21 Nov 2026 08:00:00 GMT', date, now)).toBe(0);
  expect(readRetryAfter('Thu, 01 Jan 1970 00:00:00 GMT', undefined, now)).toBe(0);
});

const texts = ['', 'None', 'soon', '-1', '1e9', '0x10', '1,5', '5 s'];
const dates = ['2026-11-21T12:01:30Z', 'Sat, 21 Nov 2026', 'Sat, 45 Nov 2026 12:00:00 GMT'];
test.each([undefined, ...texts, ...dates])('reads no time from %j', (text) => {
  expect(readRetryAfter(text, date, now)).toBeUndefined();
});

test('reads whole seconds or nothing from any text', () => {
  const digits = fc.string({ unit: fc.constantFrom(...'0123456789.-+eE ') });
  const dateParts = ['Sat', ', ', '21', ' ', 'Nov', '2026', '12:00:00', 'GMT', '-', '9'];
  const text = fc.oneof(fc.string(), digits, fc.string({ unit: fc.constantFrom(...dateParts) }));
  checkAny(1_000, fc.tuple(text, text), ([retryAfter, date]) => {
    const seconds = readRetryAfter(retryAfter, date, now);
    return seconds === undefined || (seconds >= 0 && (Number.isInteger(seconds) || seconds === Infinity));
  });
});
