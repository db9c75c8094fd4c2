import { expect, test } from 'vitest';
import { createFailureLimit } from '../../../app/_reporting/failure-limit';
import { createLog } from '../../../app/_reporting/log';
import { judgeRequest } from '../../../app/sentry-example-page/judge-request';

const log = createLog({ write: () => {} });
const limitOf = (perMinute: number) => createFailureLimit({ perMinute, log, now: () => 0 });

function aRequest(search: string, { method = 'GET', headers = {} as Record<string, string> } = {}) {
  return { method, headers: new Headers(headers), searchParams: new URLSearchParams(search) };
}

const render = { state: 'render' };
const refused = { state: 'refused', retryAfterSeconds: 60 };

test.each(['server-render', 'server-stream', 'not-found', 'forbidden', 'unauthorized'])('counts ?fail=%s', (kind) => {
  const limit = limitOf(1);
  expect(judgeRequest(aRequest(`fail=${kind}`), limit)).toEqual(render);
  expect(judgeRequest(aRequest(`fail=${kind}`), limit)).toEqual(refused);
});

test.each(['GET', 'HEAD', 'POST', 'PUT'])('counts a %s', (method) => {
  expect(judgeRequest(aRequest('fail=server-render', { method }), limitOf(0))).toEqual(refused);
});

test.each(['', 'fail=', 'fail=bogus', 'fail=browser-error', 'fail=bogus&fail=server-render', 'done=x'])(
  'does not count ?%s, which fails nothing',
  (search) => {
    expect(judgeRequest(aRequest(search), limitOf(0))).toEqual(render);
  },
);

test.each([
  ['Sec-Purpose', 'prefetch'],
  ['Sec-Purpose', 'prefetch;prerender'],
  ['Purpose', 'prefetch'],
  ['Next-Router-Prefetch', '1'],
])('what is fetched in advance (%s: %s) neither fails nor counts', (name, value) => {
  const limit = limitOf(1);
  const headers = { [name]: value };
  expect(judgeRequest(aRequest('fail=server-render', { headers }), limit)).toEqual({ state: 'prefetch' });
  expect(judgeRequest(aRequest('', { headers }), limit)).toEqual(render);
  expect(limit.look()).toEqual({ state: 'admitted' });
});

test('a fetched action counts by itself, and only a POST is one', () => {
  const headers = { 'Next-Action': 'id' };
  expect(judgeRequest(aRequest('fail=server-render', { method: 'POST', headers }), limitOf(0))).toEqual(render);
  expect(judgeRequest(aRequest('fail=server-render', { headers }), limitOf(0))).toEqual(refused);
});

test('the page that tells of a refusal is shown for as long as it is true, and counts nothing', () => {
  const limit = limitOf(1);
  expect(judgeRequest(aRequest('refused'), limit)).toEqual({ state: 'outdated' });
  expect(limit.count()).toEqual({ state: 'admitted' });
  expect(judgeRequest(aRequest('refused='), limit)).toEqual(refused);
});
