import { expect, test } from 'vitest';
import { createFailureLimit } from '../../../app/sentry-example-page/failure-limit';
import { createLog } from '../../../candor/server/log';
import { judgeRequest, type Search } from '../../../app/sentry-example-page/decide-request';

const log = createLog({ write: () => {} });
const limitOf = (perMinute: number) => createFailureLimit({ perMinute, log, now: () => 0 });

function aRequest(search: Search, { isFetchedAction = false, isPrefetch = false } = {}) {
  return { search, isFetchedAction, isPrefetch };
}

const limited = { state: 'limited', retryAfterSeconds: 60 };

test.each(['server-render', 'server-stream', 'not-found', 'forbidden', 'unauthorized'])('counts ?fail=%s', (kind) => {
  const limit = limitOf(1);
  expect(judgeRequest(aRequest({ fail: kind }), limit)).toEqual({ state: 'fail', kind });
  expect(judgeRequest(aRequest({ fail: kind }), limit)).toEqual(limited);
});

test.each<{ search: Search; type: string }>([
  { search: {}, type: 'none' },
  { search: { done: 'x' }, type: 'none' },
  { search: { fail: '' }, type: 'none' },
  { search: { fail: 'bogus' }, type: 'unknown' },
  { search: { fail: 'browser-error' }, type: 'press' },
  { search: { fail: ['bogus', 'server-render'] }, type: 'unknown' },
])('$search fails nothing, so it is not counted', ({ search, type }) => {
  expect(judgeRequest(aRequest(search), limitOf(0))).toMatchObject({ state: 'page', request: { type } });
});

test('a prefetch neither fails nor counts', () => {
  const limit = limitOf(1);
  const prefetch = { isPrefetch: true };
  expect(judgeRequest(aRequest({ fail: 'server-render' }, prefetch), limit)).toEqual({ state: 'prefetch' });
  expect(judgeRequest(aRequest({}, prefetch), limit)).toMatchObject({ state: 'page' });
  expect(judgeRequest(aRequest({ fail: 'server-render' }), limit)).toMatchObject({ state: 'fail' });
});

test('what is rendered beside a fetched action neither fails nor counts', () => {
  const limit = limitOf(1);
  const beside = aRequest({ fail: 'server-render' }, { isFetchedAction: true });
  expect(judgeRequest(beside, limit)).toMatchObject({ state: 'page' });
  expect(limit.consume()).toEqual({ state: 'allowed' });
  expect(judgeRequest(beside, limit)).toMatchObject({ state: 'page' });
});

test.each(['', 'x'])('?refused=%s tells of a refusal for as long as there is one, and counts nothing', (value) => {
  const limit = limitOf(1);
  expect(judgeRequest(aRequest({ refused: value }), limit)).toMatchObject({ state: 'page' });
  expect(limit.consume()).toEqual({ state: 'allowed' });
  expect(judgeRequest(aRequest({ refused: value }), limit)).toEqual(limited);
});
