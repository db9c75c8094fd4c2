import { describe, expect, test } from 'vitest';
import { judgeAnswer } from '../../../app/_delivery/answer';

describe('judgeAnswer', () => {
  const judge = (status: number, answer: { retryAfter?: string; body?: string } = {}) =>
    judgeAnswer({ status, retryAfter: answer.retryAfter, body: answer.body ?? '' });

  test.each([
    ['sent', [200, 202, 204]],
    ['dropped', [400, 401, 403, 404, 405, 413, 422]],
    ['refused', [0, 301, 302, 304, 308, 408, 429, 500, 502, 503, 504]],
  ])('calls %s what was answered %j', (state, statuses) => {
    for (const status of statuses) expect(judge(status).state, String(status)).toBe(state);
  });

  test.each([undefined, 'soon', 'Wed, 21 Oct 2026 07:28:00 GMT'])('waits 30 s when Retry-After is %s', (retryAfter) => {
    expect(judge(503, { retryAfter })).toMatchObject({ retryAfterSeconds: 30 });
  });

  test.each(['null', '[]', '"text"', '{"detail":{"a":1}}', '{}', ''])('finds no detail in %s', (body) => {
    expect(judge(400, { body })).toMatchObject({ detail: undefined });
  });

  test('cuts a long detail', () => {
    expect(judge(400, { body: JSON.stringify({ detail: 'x'.repeat(300) }) })).toMatchObject({
      detail: 'x'.repeat(200),
    });
  });
});
