import { expect, test } from 'vitest';
import { refusalOf } from '../../../app/_reporting/refused-action';

const invalidUrl = (input: string) => Object.assign(new TypeError('Invalid URL'), { code: 'ERR_INVALID_URL', input });
const tooLarge = (message: string) => Object.assign(new Error(message), { statusCode: 413 });

test.each([
  [new Error('Invalid Server Actions request.'), {}, 'it comes from another site'],
  [invalidUrl('::'), { origin: '::' }, 'it comes from another site'],
  [tooLarge('Body exceeded 1 MB limit.\nTo configure …'), {}, 'its body is longer than 1 MB'],
])('%s of Next is a refusal', (thrown, headers, refusal) => {
  expect(refusalOf(thrown, headers)).toBe(refusal);
});

test.each([
  [new Error('Invalid Server Actions request'), {}],
  [invalidUrl('::'), { origin: 'http://candor.test' }],
  [invalidUrl('::'), {}],
  [tooLarge('The service answered 413.'), {}],
  [new Error('Body exceeded 1 MB limit.'), {}],
  ['Invalid Server Actions request.', {}],
  [null, {}],
])('%s is a failure of ours', (thrown, headers) => {
  expect(refusalOf(thrown, headers)).toBeUndefined();
});
