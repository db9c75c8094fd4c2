import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readRetryAfter } from '../../../candor/src/delivery/retry-after';
import { checkAny } from '../envelope/check-property';

const now = Date.parse('2026-11-21T12:00:00.250Z');
const date = 'Sat, 21 Nov 2026 09:00:00 GMT'; // Three hours behind: the service's clock, or ours, is wrong.

test.each<[string, string | undefined, number]>([
  ['0', date, 0],
  ['17', date, 17],
  ['5.5', date, 6],
  ['99999999999', date, 99_999_999_999],
  // A date, in the usual form, in that of RFC 850 and in that of asctime, counts from the response's own.
  ['Sat, 21 Nov 2026 09:01:30 GMT', date, 90],
  ['Saturday, 21-Nov-26 09:01:30 GMT', date, 90],
  ['Sat Nov 21 09:01:30 2026', date, 90],
  // Without that it counts from now.
  ['Sat, 21 Nov 2026 12:01:30 GMT', undefined, 90],
  ['Sat, 21 Nov 2026 12:01:30 GMT', 'yesterday', 90],
  ['Sat, 21 Nov 2026 12:01:30 GMT', `${date}, ${date}`, 90],
  // What is past is now.
  ['Sat, 21 Nov 2026 08:00:00 GMT', date, 0],
])('reads %j in a response of %j as %i seconds', (text, date, seconds) => {
  expect(readRetryAfter(text, date, now)).toBe(seconds);
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
