import { describe, expect, test } from 'vitest';
import {
  classifyResponse,
  classifyNoResponse,
  type ServiceResponse,
} from '../../../candor/src/delivery/service-response';

describe('classifyResponse', () => {
  const classify = (status: number, response: Partial<ServiceResponse> = {}) =>
    classifyResponse({ status, body: '', ...response });

  test.each([
    ['sent', [200, 202, 204]],
    ['dropped', [400, 401, 403, 404, 405, 413, 422]],
    ['retry', [0, 301, 302, 304, 308, 408, 429, 500, 502, 503, 504]],
  ])('classifies as %s the statuses %j', (state, statuses) => {
    for (const status of statuses) expect(classify(status).state, String(status)).toBe(state);
  });

  test.each([200, 400, 429, 503])('returns the limits of a %i', (status) => {
    expect(classify(status, { retryAfter: '17' })).toMatchObject({ limits: { all: 17 } });
    expect(classify(status, { rateLimits: '17:error:key' })).toMatchObject({ limits: { error: 17 } });
  });

  test('returns no limits where there are none', () => {
    for (const status of [200, 400, 503]) expect(classify(status)).not.toHaveProperty('limits');
  });

  test.each([200, 202, 299])('does not count an envelope as sent when a %i came before all of it', (status) => {
    const outcome = { state: 'retry', status, reason: 'the service responded before it had the envelope' };
    expect(classify(status, { isEarly: true })).toEqual(outcome);
    expect(classify(413, { isEarly: true })).toMatchObject({ state: 'dropped', status: 413 });
  });

  test.each<[string, string | undefined]>([
    ...['null', '[]', '"text"', '{"detail":{"a":1}}', '{}', ''].map((body): [string, undefined] => [body, undefined]),
    ['{"detail":"why"}', 'why'],
    ['{"message":"why"}', 'why'],
    ['{"detail":"why","message":"other"}', 'why'],
    [`{"detail":"${'x'.repeat(300)}"}`, 'x'.repeat(200)],
  ])('finds in %.40s the detail %.9s', (body, detail) => {
    expect(classify(400, { body })).toMatchObject({ detail });
  });
});

const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:1'), { code: 'ECONNREFUSED' });
const unreachable = 'the service cannot be reached';

test.each<[string, unknown, object]>([
  ['a time limit', new DOMException('x', 'TimeoutError'), { reason: 'the service did not respond within 5 s' }],
  ['an error of the network, by its code', refused, { reason: unreachable, detail: 'ECONNREFUSED' }],
  ['anything else', 'text', { reason: unreachable, detail: 'text' }],
])('classifyNoResponse classifies %s as a retry without limits', (_, error, outcome) => {
  expect(classifyNoResponse(error, 5_000)).toEqual({ state: 'retry', ...outcome });
});
