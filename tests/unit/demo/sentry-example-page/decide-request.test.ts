import { expect, test } from 'vitest';
import { createSampleFailures } from '../../../../candor/src/server/sample-failures';
import { createLog } from '../../../../candor/src/server/log';
import { decideRequest, type Search } from '../../../../app/sentry-example-page/decide-request';

const log = createLog(() => {});
const limitOf = (perMinute: number) => createSampleFailures({ perMinute, log, now: () => 0 });

type Limit = ReturnType<typeof limitOf>;

const decide = (limit: Limit, search: Search, { isFetchedAction = false, isPrefetch = false } = {}) =>
  decideRequest({ search, isFetchedAction, isPrefetch }, limit);

const limited = { state: 'limited', retryAfterSeconds: 60 };
const failing = { fail: 'server-render' };

test('a failure by URL counts', async () => {
  const limit = limitOf(1);
  expect(await decide(limit, failing)).toEqual({ state: 'fail', kind: 'server-render' });
  expect(await decide(limit, failing)).toEqual(limited);
});

test.each<{ search: Search; type: string }>([
  { search: {}, type: 'none' },
  { search: { fail: 'bogus' }, type: 'unknown' },
  { search: { fail: 'browser-error' }, type: 'without-url' },
])('$search fails nothing and counts nothing', async ({ search, type }) => {
  expect(await decide(limitOf(0), search)).toMatchObject({ state: 'page', request: { type } });
});

test('a prefetch neither fails nor counts', async () => {
  const limit = limitOf(1);
  expect(await decide(limit, failing, { isPrefetch: true })).toEqual({ state: 'prefetch' });
  expect(await decide(limit, {}, { isPrefetch: true })).toMatchObject({ state: 'page' });
  expect(await decide(limit, failing)).toMatchObject({ state: 'fail' });
});

test('a rendering along with the result of a fetched action neither fails nor counts', async () => {
  const limit = limitOf(1);
  expect(await decide(limit, failing, { isFetchedAction: true })).toMatchObject({ state: 'page' });
  expect(await limit.consume()).toEqual({ state: 'allowed' });
  expect(await decide(limit, failing, { isFetchedAction: true })).toMatchObject({ state: 'page' });
});

test.each(['', 'x'])('?limited=%s shows the limit for as long as it is reached, and counts nothing', async (value) => {
  const limit = limitOf(1);
  expect(await decide(limit, { limited: value })).toMatchObject({ state: 'page' });
  expect(await limit.consume()).toEqual({ state: 'allowed' });
  expect(await decide(limit, { limited: value })).toEqual(limited);
});
