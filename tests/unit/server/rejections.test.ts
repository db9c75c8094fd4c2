import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { FailedResponses } from '../../../candor/server/failed-responses';
import { createRejections } from '../../../candor/server/rejections';
import { runInContext } from '../../../candor/server/request-context';
import { withDigest } from './set-up-failure-reporter';

const request = {
  path: '/a?token=secret',
  route: '/[slug]',
  method: 'POST',
  headers: {},
  routeType: 'action',
  renderSource: undefined,
};
const id = (index: number) => index.toString(16).padStart(32, '0');

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setUp({ isFromAction = false } = {}) {
  const lines: [object, string][] = [];
  const statuses: [object, number][] = [];
  const failedResponses: Pick<FailedResponses, 'note'> = {
    note(headers, outcome) {
      if (outcome.state === 'rejected') statuses.push([headers, outcome.status]);
      return outcome;
    },
  };
  const log = { info: () => {}, error: () => {}, warn: (...line: [object, string]) => void lines.push(line) };
  const rejections = createRejections({
    log,
    failedResponses,
    isFromAction: () => isFromAction,
  });
  return { lines, statuses, rejections };
}

const unreadable = (index: number) =>
  Object.assign(withDigest(id(index)), { stack: 'Error: broken\n    at f (/node_modules/next/dist/server/x.js:1:2)' });

test('a rejected request gets its true status, and one line without its query', () => {
  const { lines, statuses, rejections } = setUp();
  expect(rejections.tryReject(unreadable(1), request)).toBe(true);
  expect(statuses).toEqual([[request.headers, 400]]);
  expect(lines).toEqual([
    [
      { reason: 'its body cannot be read', count: 1, digest: id(1), method: 'POST', path: '/a', route: '/[slug]' },
      'request rejected',
    ],
  ]);
});

test('does not reject the failure of an action, however alike it looks', () => {
  const { lines, statuses, rejections } = setUp({ isFromAction: true });
  expect(rejections.tryReject(unreadable(1), request)).toBe(false);
  expect([...lines, ...statuses]).toEqual([]);
});

test('writes one line a minute and reason, with the count of the others', () => {
  const { lines, rejections } = setUp();
  for (let index = 0; index < 100; index += 1) rejections.tryReject(unreadable(index), request);
  rejections.tryReject(Object.assign(unreadable(100), { statusCode: 413 }), request);
  expect(lines).toHaveLength(2);
  vi.advanceTimersByTime(60_000);
  rejections.tryReject(unreadable(101), request);
  vi.advanceTimersByTime(600_000);
  expect(lines.map(([fields]) => fields)).toMatchObject([
    { reason: 'its body cannot be read', count: 1 },
    { reason: 'its body is longer than this site accepts', count: 1 },
    { reason: 'its body cannot be read', count: 99 },
    { reason: 'its body cannot be read', count: 1 },
  ]);
  expect(vi.getTimerCount()).toBe(0);
});

test('has the reason for a digest and for a thrown error', () => {
  const { rejections } = setUp();
  const error = unreadable(1);
  rejections.tryReject(error, request);
  expect(rejections.reasonOf(id(1))).toBe('its body cannot be read');
  expect(rejections.rejectionOf(error)).toEqual({ reason: 'its body cannot be read', status: 400 });
  expect(rejections.reasonOf(id(2))).toBeUndefined();
  expect(rejections.rejectionOf(unreadable(1))).toBeUndefined();
  expect(rejections.rejectionOf('from the action')).toBeUndefined();
});

test('a request whose client left is rejected by the error that it broke off with, and by no other', () => {
  const { rejections } = setUp();
  const errored = Object.assign(withDigest(id(1)), { code: 'ECONNRESET' });
  const another = Object.assign(withDigest(id(2)), { code: 'ECONNRESET' });
  const reject = (thrown: unknown, headers: object) =>
    runInContext({ request: { headers: request.headers, errored } }, () =>
      rejections.tryReject(thrown, {
        ...request,
        headers: headers as typeof request.headers,
        renderSource: 'react-server-components',
      }),
    );
  expect(reject(another, request.headers)).toBe(false);
  expect(reject(errored, {})).toBe(false);
  expect(reject(errored, request.headers)).toBe(true);
});
