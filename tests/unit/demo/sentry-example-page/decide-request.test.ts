import { expect, test } from 'vitest';
import { createFailureLimit } from '../../../../app/sentry-example-page/failure-limit';
import { createLog } from '../../../../candor/server/log';
import { decideRequest, type Search } from '../../../../app/sentry-example-page/decide-request';

const log = createLog(() => {});
const limitOf = (perMinute: number) => createFailureLimit({ perMinute, log, now: () => 0 });

function aRequest(search: Search, { isFetchedAction = false, isPrefetch = false } = {}) {
  return { search, isFetchedAction, isPrefetch };
}

const limited = { state: 'limited', retryAfterSeconds: 60 };

test.each(['server-render', 'server-stream', 'not-found', 'forbidden', 'unauthorized'])(
  'counts ?fail=%s',
  async (kind) => {
    const limit = limitOf(1);
    expect(await decideRequest(aRequest({ fail: kind }), limit)).toEqual({ state: 'fail', kind });
    expect(await decideRequest(aRequest({ fail: kind }), limit)).toEqual(limited);
  },
);

test.each<{ search: Search; type: string }>([
  { search: {}, type: 'none' },
  { search: { done: 'x' }, type: 'none' },
  { search: { fail: '' }, type: 'none' },
  { search: { fail: 'bogus' }, type: 'unknown' },
  { search: { fail: 'browser-error' }, type: 'without-url' },
  { search: { fail: ['bogus', 'server-render'] }, type: 'unknown' },
])('$search fails nothing and counts nothing', async ({ search, type }) => {
  expect(await decideRequest(aRequest(search), limitOf(0))).toMatchObject({ state: 'page', request: { type } });
});

test('a prefetch neither fails nor counts', async () => {
  const limit = limitOf(1);
  const prefetch = { isPrefetch: true };
  expect(await decideRequest(aRequest({ fail: 'server-render' }, prefetch), limit)).toEqual({ state: 'prefetch' });
  expect(await decideRequest(aRequest({}, prefetch), limit)).toMatchObject({ state: 'page' });
  expect(await decideRequest(aRequest({ fail: 'server-render' }), limit)).toMatchObject({ state: 'fail' });
});

test('a rendering along with the result of a fetched action neither fails nor counts', async () => {
  const limit = limitOf(1);
  const alongAction = aRequest({ fail: 'server-render' }, { isFetchedAction: true });
  expect(await decideRequest(alongAction, limit)).toMatchObject({ state: 'page' });
  expect(await limit.consume()).toEqual({ state: 'allowed' });
  expect(await decideRequest(alongAction, limit)).toMatchObject({ state: 'page' });
});

test.each(['', 'x'])('?limited=%s shows the limit for as long as it is reached, and counts nothing', async (value) => {
  const limit = limitOf(1);
  expect(await decideRequest(aRequest({ limited: value }), limit)).toMatchObject({ state: 'page' });
  expect(await limit.consume()).toEqual({ state: 'allowed' });
  expect(await decideRequest(aRequest({ limited: value }), limit)).toEqual(limited);
});
