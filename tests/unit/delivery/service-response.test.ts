import fc from 'fast-check';
import { expect, test } from 'vitest';
import { classifyResponse, ownRetryMs, type ServiceLimits } from '../../../candor/src/delivery/service-response';
import { checkAny } from '../envelope/check-property';

type Headers = { rateLimits?: string; retryAfter?: string };
const limitsOf = (status: number, headers: Headers = {}) => classifyResponse({ status, body: '', ...headers }).limits;

test.each([
  ['0', 0],
  ['17', 17],
  ['5.5', 6],
  ['99999999999', 86_400],
  ['9'.repeat(400), 86_400],
])('reads Retry-After %.40j as %i seconds', (retryAfter, seconds) => {
  for (const status of [200, 429, 503]) expect(limitsOf(status, { retryAfter })).toEqual({ all: seconds });
});

const texts = ['', 'None', 'soon', '-1', '1e9', '0x10', '1,5', '5 s', 'Sat, 21 Nov 2026 12:01:30 GMT'];
test.each([undefined, ...texts])('reads no time from Retry-After %j', (retryAfter) => {
  for (const status of [200, 400, 503]) expect(limitsOf(status, { retryAfter })).toBeUndefined();
  expect(limitsOf(429, { retryAfter })).toEqual({ all: 60 }); // A minute.
});

test.each<[string, ServiceLimits]>([
  ['60:error:organization', { error: 60 }],
  ['60::organization', { all: 60 }],
  ['60', { all: 60 }],
  ['60:error;feedback:key', { error: 60, feedback: 60 }],
  ['60:transaction:organization', { other: 60 }],
  ['60:all:organization', { other: 60 }],
  ['60:error:organization:reason:namespace:and:more', { error: 60 }],
  ['60:error:organization, 2700::key', { error: 60, all: 2700 }],
  [' 5 : error ; default , 7:feedback', { error: 5, other: 5, feedback: 7 }],
  ['5.5:error:key', { error: 6 }],
  ['0:error:key', { error: 0 }],
  ['x:error:key, 7:error:key', { error: 7 }],
  ['999999999:error:key', { error: 86_400 }],
])('reads the rate limits %j, and no Retry-After beside them', (rateLimits, limits) => {
  for (const status of [200, 429]) expect(limitsOf(status, { rateLimits, retryAfter: '90' })).toEqual(limits);
});

test.each(['', ',', '::', 'x', '-5:error:key', 'soon:error:key'])('reads no rate limits from %j', (rateLimits) => {
  expect(limitsOf(503, { rateLimits, retryAfter: '90' })).toEqual({ all: 90 });
});

test('reads limits of whole seconds, of a day at most, from any headers', () => {
  const textOf = (parts: string[]) => fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...parts) }));
  const rateLimits = textOf([' ', ...'60 0 5.5 -1 1e9 : ; , error feedback default __proto__'.split(' ')]);
  const headers = fc.record({ rateLimits, retryAfter: textOf([...'0123456789.-+eE ']) }, { requiredKeys: [] });
  checkAny(2_000, fc.tuple(fc.nat(999), headers), ([status, headers]) => {
    const limits = limitsOf(status, headers) ?? {};
    const areKnown = Object.keys(limits).every((name) => ['all', 'error', 'feedback', 'other'].includes(name));
    const areValid = (seconds: number) => Number.isInteger(seconds) && seconds >= 0 && seconds <= 86_400;
    return areKnown && Object.values(limits).every(areValid);
  });
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
  const waitOf = (status?: number) => ownRetryMs({ state: 'retry', reason: 'x', status, limits }, 'error');
  expect(waitOf(429)).toBe(seconds && seconds * 1_000);
  expect([408, 503, undefined].map(waitOf)).toEqual(Array(3).fill(undefined));
});

test.each([
  ['sent', [200, 202, 204]],
  ['dropped', [400, 401, 403, 404, 405, 413, 422]],
  ['retry', [0, 301, 302, 304, 308, 408, 429, 500, 502, 503, 504]],
])('classifies as %s the statuses %j', (state, statuses) => {
  for (const status of statuses) expect(classifyResponse({ status, body: '' }).state, String(status)).toBe(state);
});

test.each<[string, string | undefined]>([
  ...['null', '[]', '"text"', '{"detail":{"a":1}}', '{}', ''].map((body): [string, undefined] => [body, undefined]),
  ['{"detail":"why"}', 'why'],
  ['{"message":"why"}', 'why'],
  ['{"detail":"why","message":"other"}', 'why'],
  [`{"detail":"${'x'.repeat(300)}"}`, 'x'.repeat(200)],
])('finds in %.40s the detail %.9s', (body, detail) => {
  expect(classifyResponse({ status: 400, body })).toMatchObject({ detail });
});
