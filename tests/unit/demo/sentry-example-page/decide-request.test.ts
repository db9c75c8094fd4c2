import { beforeEach, expect, test, vi } from 'vitest';
import { decideRequest, type Search } from '../../../../app/sentry-example-page/decide-request';
import { takeFailure } from '../../../../app/sentry-example-page/sample-failures';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  Reflect.deleteProperty(globalThis, Symbol.for('candor-example.minute')); // It begins with the first failure.
  return () => vi.useRealTimers();
});

const allow = (perMinute: string) => vi.stubEnv('FAILURES_PER_MINUTE', perMinute);
const decide = (search: Search, { isFetchedAction = false, isPrefetch = false } = {}) =>
  decideRequest({ search, isFetchedAction, isPrefetch }, takeFailure);

const allowed = { state: 'allowed' };
const limited = { state: 'limited', retryAfterSeconds: 60 };
const failing = { fail: 'server-render' };

test('a failure by URL counts, and the next minute allows as many', () => {
  allow('1');
  expect(decide(failing)).toEqual({ state: 'fail', kind: 'server-render' });
  vi.advanceTimersByTime(15_000);
  expect(decide(failing)).toEqual({ state: 'limited', retryAfterSeconds: 45, kind: 'server-render' });
  vi.advanceTimersByTime(45_000);
  expect(decide(failing)).toMatchObject({ state: 'fail' });
});

test('without a setting 60 failures a minute are allowed, and with one that is not a number none', () => {
  for (let times = 0; times < 60; times += 1) expect(takeFailure()).toEqual(allowed);
  expect(takeFailure()).toEqual(limited);
  allow('many');
  expect(takeFailure()).toMatchObject({ state: 'limited' });
});

test.each<{ search: Search; type: string }>([
  { search: {}, type: 'none' },
  { search: { fail: 'bogus' }, type: 'unknown' },
  { search: { fail: 'browser-error' }, type: 'without-url' },
])('$search fails nothing and counts nothing', ({ search, type }) => {
  allow('0');
  expect(decide(search)).toMatchObject({ state: 'page', request: { type } });
});

test.each([
  ['a prefetch', { isPrefetch: true }, 'prefetch'],
  ['a rendering along with the result of a fetched action', { isFetchedAction: true }, 'page'],
])('%s neither fails nor counts', (_, request, state) => {
  allow('1');
  expect(decide(failing, request)).toMatchObject({ state });
  expect(decide({}, request)).toMatchObject({ state: 'page' });
  expect(decide(failing)).toMatchObject({ state: 'fail' });
  expect(decide(failing, request)).toMatchObject({ state });
});

test.each(['', 'x'])('?limited=%s shows the limit for as long as it is reached, and counts nothing', (value) => {
  allow('1');
  expect(decide({ limited: value })).toMatchObject({ state: 'page' });
  expect(takeFailure()).toEqual(allowed);
  expect(decide({ limited: value })).toEqual(limited);
});
