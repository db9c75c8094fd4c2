import { describe, expect, test } from 'vitest';
import { judgeAnswer, judgeSilence, type Answer } from '../../../app/_delivery/answer';

describe('judgeAnswer', () => {
  const judge = (status: number, answer: Partial<Answer> = {}) => judgeAnswer({ status, body: '', ...answer });

  test.each([
    ['sent', [200, 202, 204]],
    ['dropped', [400, 401, 403, 404, 405, 413, 422]],
    ['refused', [0, 301, 302, 304, 308, 408, 429, 500, 502, 503, 504]],
  ])('calls %s what was answered %j', (state, statuses) => {
    for (const status of statuses) expect(judge(status).state, String(status)).toBe(state);
  });

  test.each([undefined, '', '0', 'soon', '-1', '1.5', '1e9', '9999999999', 'Wed, 21 Oct 2026 07:28:00 GMT'])(
    'pauses a minute for a 429 and not at all for anything else when Retry-After is %s',
    (retryAfter) => {
      expect(judge(429, { retryAfter })).toMatchObject({ state: 'refused', pauseSeconds: 60 });
      for (const status of [200, 400, 503]) expect(judge(status, { retryAfter })).not.toHaveProperty('pauseSeconds');
    },
  );

  test.each([200, 400, 429, 503])('pauses as long as asked for with a %i', (status) => {
    expect(judge(status, { retryAfter: '17' })).toMatchObject({ pauseSeconds: 17 });
    expect(judge(status, { rateLimits: '17:error:key' })).toMatchObject({ pauseSeconds: 17 });
  });

  test.each<[string, number | undefined]>([
    ['60:error;default:organization, 2700::key', 2700],
    ['2700::key,60:error:organization', 2700],
    ['5', 5],
    [' 5:error', 5],
    ['x:error, 7:error', 7],
    ['::', undefined],
    [',', undefined],
    ['-5:error', undefined],
  ])('reads of the rate limits %j the longest', (rateLimits, pauseSeconds) => {
    expect(judge(200, { rateLimits }).pauseSeconds).toBe(pauseSeconds);
  });

  test('pauses for the longer of Retry-After and the rate limits, and for a day at most', () => {
    expect(judge(429, { retryAfter: '10', rateLimits: '20::key' }).pauseSeconds).toBe(20);
    expect(judge(429, { retryAfter: '30', rateLimits: '20::key' }).pauseSeconds).toBe(30);
    expect(judge(429, { retryAfter: '999999999' }).pauseSeconds).toBe(86_400);
  });

  test.each(['null', '[]', '"text"', '{"detail":{"a":1}}', '{}', ''])('finds no detail in %s', (body) => {
    expect(judge(400, { body })).toMatchObject({ detail: undefined });
  });

  test.each(['{"detail":"why"}', '{"message":"why"}', '{"detail":"why","message":"other"}'])(
    'finds the detail in %s',
    (body) => {
      expect(judge(400, { body })).toMatchObject({ detail: 'why' });
    },
  );

  test('cuts a long detail', () => {
    expect(judge(400, { body: JSON.stringify({ detail: 'x'.repeat(300) }) })).toMatchObject({
      detail: 'x'.repeat(200),
    });
  });
});

describe('judgeSilence', () => {
  test.each<[string, unknown, object]>([
    ['a time limit', new DOMException('x', 'TimeoutError'), { reason: 'the service did not answer within 5 s' }],
    [
      'an error of the network, by its code',
      Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:1'), { code: 'ECONNREFUSED' }),
      { reason: 'the service cannot be reached', detail: 'ECONNREFUSED' },
    ],
    ['anything else', 'text', { reason: 'the service cannot be reached', detail: 'text' }],
  ])('takes %s for a refusal that wants no pause', (_, error, outcome) => {
    expect(judgeSilence(error, 5_000)).toEqual({ state: 'refused', ...outcome });
  });
});
