import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Outcome } from '../../../candor/src/server/failed-responses';
import { createRejections } from '../../../candor/src/server/rejections';
import { runInContext } from '../../../candor/src/http/request-context';
import { withDigest } from './set-up-failure-reporter';

const ofAction = { routeType: 'action', renderSource: undefined };
const request = { path: '/a?token=secret', route: '/[slug]', method: 'POST', headers: {}, ...ofAction };
const id = (index: number) => index.toString(16).padStart(32, '0');

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setUp({ isFromAction = false } = {}) {
  const note = vi.fn((_: object, outcome: Outcome) => outcome);
  const log = { info: () => {}, error: () => {}, warn: vi.fn<(fields: object, message: string) => void>() };
  const rejections = createRejections({ log, failedResponses: { note }, isFromAction: () => isFromAction });
  return { ...rejections, notes: note.mock.calls, lines: log.warn.mock.calls };
}

const unreadable = (index: number) =>
  Object.assign(withDigest(id(index)), { stack: 'Error: broken\n    at f (/node_modules/next/dist/server/x.js:1:2)' });

test('a rejected request gets its true status, and one line without its query', () => {
  const { lines, notes, tryReject } = setUp();
  expect(tryReject(unreadable(1), request)).toBe(true);
  expect(notes).toEqual([[request.headers, { state: 'rejected', status: 400 }]]);
  const shown = { digest: id(1), method: 'POST', path: '/a', route: '/[slug]' };
  expect(lines).toEqual([[{ reason: 'its body cannot be read', count: 1, ...shown }, 'request rejected']]);
});

test('does not reject the failure of an action, however alike it looks', () => {
  const { lines, notes, tryReject } = setUp({ isFromAction: true });
  expect(tryReject(unreadable(1), request)).toBe(false);
  expect([...lines, ...notes]).toEqual([]);
});

test('writes one line a minute and reason, with the count since the start', () => {
  const { lines, tryReject } = setUp();
  for (let index = 0; index < 100; index += 1) tryReject(unreadable(index), request);
  tryReject(Object.assign(unreadable(100), { statusCode: 413 }), request);
  vi.advanceTimersByTime(60_000);
  tryReject(unreadable(101), request);
  expect(lines.map(([fields]) => fields)).toMatchObject([
    { reason: 'its body cannot be read', count: 1 },
    { reason: 'its body is longer than this site accepts', count: 1 },
    { reason: 'its body cannot be read', count: 101, path: '/a' },
  ]);
});

test('has the reason for a digest and for a thrown error', () => {
  const { tryReject, reasonOf, rejectionOf } = setUp();
  const error = unreadable(1);
  tryReject(error, request);
  expect(reasonOf(id(1))).toBe('its body cannot be read');
  expect(rejectionOf(error)).toEqual({ reason: 'its body cannot be read', status: 400 });
  expect(reasonOf(id(2))).toBeUndefined();
  for (const other of [unreadable(1), 'from the action']) expect(rejectionOf(other)).toBeUndefined();
});

test('a request whose client left is rejected by the error that it broke off with, and by no other', () => {
  const { tryReject } = setUp();
  const [errored, another] = [1, 2].map((index) => Object.assign(withDigest(id(index)), { code: 'ECONNRESET' }));
  const reject = (thrown: unknown, headers: typeof request.headers) =>
    runInContext({ request: { headers: request.headers, errored } }, () =>
      tryReject(thrown, { ...request, headers, renderSource: 'react-server-components' }),
    );
  expect(reject(another, request.headers)).toBe(false);
  expect(reject(errored, {})).toBe(false);
  expect(reject(errored, request.headers)).toBe(true);
});
