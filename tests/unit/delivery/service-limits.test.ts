import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readServiceLimits, ownRetryMs, type ServiceLimits } from '../../../candor/src/delivery/service-limits';
import { checkAny } from '../envelope/check-property';

test.each<[string, ServiceLimits]>([
  ['60:error:organization', { error: 60 }],
  ['60::organization', { all: 60 }],
  ['60', { all: 60 }],
  ['60:error;feedback:key', { error: 60, feedback: 60 }],
  ['60:transaction:organization', { other: 60 }],
  ['60:error:organization:reason:namespace:and:more', { error: 60 }],
  ['60:error:organization, 2700::key', { error: 60, all: 2700 }],
  [' 5 : error ; default , 7:feedback', { error: 5, other: 5, feedback: 7 }],
  ['5.5:error:key', { error: 6 }],
  ['0:error:key', { error: 0 }],
  ['x:error:key, 7:error:key', { error: 7 }],
  ['999999999:error:key', { error: 86_400 }],
])('reads the rate limits %j', (rateLimits, limits) => {
  for (const status of [200, 429]) expect(readServiceLimits(status, { rateLimits })).toEqual(limits);
});

test.each(['', ',', '::', 'x', '-5:error:key', 'soon:error:key'])(
  'reads Retry-After where the limits are %j',
  (none) => {
    expect(readServiceLimits(503, { rateLimits: none, retryAfter: '90' })).toEqual({ all: 90 });
    expect(readServiceLimits(429, { rateLimits: none })).toEqual({ all: 60 }); // A minute.
    expect(readServiceLimits(503, { rateLimits: none })).toBeUndefined();
  },
);

test.each([undefined, '', 'None', 'soon', '-1'])('waits a minute after a 429 where Retry-After is %j', (retryAfter) => {
  expect(readServiceLimits(429, { retryAfter })).toEqual({ all: 60 });
  for (const status of [200, 400, 503]) expect(readServiceLimits(status, { retryAfter })).toBeUndefined();
});

const date = 'Sat, 21 Nov 2026 09:00:00 GMT';
test.each<[string, number, Parameters<typeof readServiceLimits>[1], ServiceLimits]>([
  ['no Retry-After beside rate limits', 429, { rateLimits: '60:transaction:key', retryAfter: '90' }, { other: 60 }],
  ['a Retry-After of 0', 429, { retryAfter: '0' }, { all: 0 }],
  ['a date by the clock of the response', 503, { retryAfter: 'Sat, 21 Nov 2026 09:00:30 GMT', date }, { all: 30 }],
  ['a date as a day at most', 503, { retryAfter: 'Sun, 21 Nov 2027 09:00:30 GMT', date }, { all: 86_400 }],
  ['a number as a day at most', 429, { retryAfter: '9'.repeat(400) }, { all: 86_400 }],
])('reads %s', (_, status, headers, limits) => {
  expect(readServiceLimits(status, headers)).toEqual(limits);
});

test.each<[ServiceLimits | undefined, number | undefined]>([
  [{ other: 600 }, 600],
  [{ feedback: 7, other: 600 }, 600],
  [{ feedback: 7 }, 300],
  [{ feedback: 60, error: 60 }, undefined],
  [{ all: 60, other: 60 }, undefined],
  [{ error: 0 }, undefined],
  [undefined, undefined],
])('an error that is not accepted with a 429 and the limits %j waits alone for %s seconds', (limits, seconds) => {
  expect(ownRetryMs({ status: 429, limits }, 'error')).toBe(seconds && seconds * 1_000);
  for (const status of [200, 408, 503, undefined]) expect(ownRetryMs({ status, limits }, 'error')).toBeUndefined();
});

test('reads limits of whole seconds, of a day at most, from any headers', () => {
  const part = fc.constantFrom(' ', ...'60 0 5.5 -1 1e9 : ; , error feedback default __proto__'.split(' '));
  const rateLimits = fc.oneof(fc.string(), fc.string({ unit: part }));
  const retryAfter = fc.option(fc.oneof(fc.string(), fc.nat().map(String)), { nil: undefined });
  checkAny(1_000, fc.tuple(fc.nat(999), fc.record({ rateLimits, retryAfter })), ([status, headers]) => {
    const limits = readServiceLimits(status, headers, 0) ?? {};
    const areKnown = Object.keys(limits).every((name) => ['all', 'error', 'feedback', 'other'].includes(name));
    const areValid = (seconds: number) => Number.isInteger(seconds) && seconds >= 0 && seconds <= 86_400;
    return areKnown && Object.values(limits).every(areValid);
  });
});
