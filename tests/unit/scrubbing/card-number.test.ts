import { expect, test } from 'vitest';
import { scrubCardNumbers, scrubIbans } from '../../../candor/src/scrubbing/card-number';

test.each([
  ['Visa', '4111111111111111'],
  ['Visa of 13 digits', '4222222222222'],
  ['Mastercard', '5105105105105100'],
  ['Mastercard of the second range', '2223003122003222'],
  ['American Express', '371449635398431'],
  ['Diners Club', '30569309025904'],
  ['Discover', '6011111111111117'],
  ['UnionPay of 19 digits', '6205500000000000004'],
])('replaces a number of %s', (_, number) => {
  expect(scrubCardNumbers(`a ${number}, b_${number}`, '#')).toBe('a #, b_#');
});

test.each([
  '41111111111111111',
  '4111 1111-1111 1111',
  '4111  1111  1111  1111',
  'a4111111111111111',
  '0x4111111111111111',
])('leaves %s, which is not how cards are written', (text) => expect(scrubCardNumbers(text, '#')).toBe(text));

test.each([
  ['DE89 3704 0044 0532 0130 00', '#'],
  ['a DE89370400440532013000.', 'a #.'],
  ['NO93 8601 1117 947 OK', '# OK'],
  ['MT84 MALT 0110 0001 2345 MTLC AST0 01S', '#'],
  ['DE88 3704 0044 0532 0130 00', 'DE88 3704 0044 0532 0130 00'],
  ['de89370400440532013000', 'de89370400440532013000'],
  ['XDE89370400440532013000', 'XDE89370400440532013000'],
])('of accounts, %s becomes %s', (text, expected) => {
  expect(scrubIbans(text, '#')).toBe(expected);
});
