import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Outcome } from '../../../candor/src/server/failed-responses';
import { createRejections } from '../../../candor/src/server/rejections';
import { runInContext } from '../../../candor/src/http/request-context';
import { withDigest } from './set-up-failure-reporter';
import { classifyRejection } from '../../../candor/src/server/rejected-request';

describe('rejections', () => {
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
    Object.assign(withDigest(id(index)), {
      stack: 'Error: broken\n    at f (/node_modules/next/dist/server/x.js:1:2)',
    });

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
});

const ofNext = '/srv/node_modules/next/dist/compiled/next-server/app-page-turbo.runtime.prod.js:18:622';
const application = '/srv/.next/server/chunks/ssr/_1c7lds0_8_lj8._.js:1:687';

function thrown(message: string, frames: string[], fields: object = {}) {
  const error = new Error(message);
  error.stack = [`Error: ${message}`, ...frames.map((frame) => `    at ${frame}`)].join('\n');
  return Object.assign(error, fields);
}

const unreadable = thrown('Whatever Next says.', [
  'JSON.parse (<anonymous>)',
  'node:internal/deps/undici/undici:5817:27',
  'process.processTicksAndRejections (node:internal/process/task_queues:95:5)',
  'async Promise.all (index 1)',
  `async ${ofNext}`,
  `async m (${application})`,
]);

const fetchedAction = {
  method: 'POST',
  headers: { host: 'candor.test' },
  routeType: 'action',
  renderSource: 'react-server-components-payload',
  isAborted: false,
  isFromAction: false,
};
const form = { ...fetchedAction, routeType: 'render', renderSource: undefined };
const navigation = { ...form, method: 'GET' };

const malformed = { reason: 'its body cannot be read', status: 400 };
const tooLong = { reason: 'its body is longer than this site accepts', status: 413 };
const foreign = { reason: 'it comes from another site', status: 403 };
const left = { reason: 'its body was cut off', status: 400 };
const strayed = { reason: 'its router state cannot be read', status: 400 };

const apiRoute = { ...form, routeType: 'route' };
const formWith = (headers: Record<string, string>) => ({ ...form, headers });
const fromElsewhere = (headers: Record<string, string>) => formWith({ ...headers, origin: 'https://elsewhere.test' });
const behindProxy = fromElsewhere({ host: 'x', 'x-forwarded-host': 'candor.test, y' });
const withState = (state: string) => ({ 'next-router-state-tree': state });

const misread = thrown('The router state header was sent but could not be parsed.', [application]);
const refused = (message: string, statusCode: number) => thrown(message, [ofNext], { statusCode });
const aborted = thrown('aborted', ['abortIncoming (node:_http_server:796:17)'], { code: 'ECONNRESET' });

test.each([
  ['a fetched action that Next cannot read', malformed, unreadable, fetchedAction],
  ['a form that Next cannot read', malformed, unreadable, form],
  ['a body that Next cannot read for an API route', malformed, refused('Invalid JSON', 400), apiRoute],
  ['a body over the limit for an API route', tooLong, refused('Body exceeded 1mb limit', 413), apiRoute],
  ['a body over the limit', tooLong, refused('x', 413), form],
  ['an action of another site', foreign, unreadable, fromElsewhere({ host: 'candor.test' })],
  ['an action behind a proxy that passes another host', foreign, unreadable, behindProxy],
  ['a malformed Origin', foreign, unreadable, formWith({ origin: '::' })],
  ['a client that left', left, aborted, { ...fetchedAction, isAborted: true }],
  ['a malformed router state', strayed, misread, { ...navigation, headers: withState('%') }],
])('rejects %s', (_, rejection, error, request) => {
  expect(classifyRejection(error, request)).toEqual(rejection);
});

test('an action with the site’s own Origin is not rejected for its Origin', () => {
  const own = formWith({ host: 'candor.test:3000', origin: 'http://candor.test:3000' });
  expect(classifyRejection(unreadable, own)).toMatchObject({ reason: malformed.reason });
});

const resetElsewhere = thrown('read ECONNRESET', [application], { code: 'ECONNRESET' });
const ownFirst = thrown('x', ['JSON.parse (<anonymous>)', application, ofNext]);

test.each([
  ['that the action threw', unreadable, { ...fetchedAction, isFromAction: true }],
  ['whose stack begins in the application', ownFirst, fetchedAction],
  ['whose message looks like a frame of Next', thrown(`x\n    at ${ofNext}`, [application]), fetchedAction],
  ['of the system', thrown('ENOSPC', [`async ${ofNext}`], { syscall: 'write' }), form],
  ['without a stack', Object.assign(new Error('x'), { stack: undefined }), form],
  ['that is no Error', 'x', fetchedAction],
  ['of a page that was rendered', unreadable, { ...form, renderSource: 'server-rendering' }],
  ['of a page that was requested', unreadable, navigation],
  ['of a page with a router state', unreadable, { ...navigation, headers: withState('%') }],
  ['that says so of a router state which was not sent', misread, navigation],
  ['of a route handler', unreadable, apiRoute],
  ['of a handler with a broken router state', misread, { ...apiRoute, headers: withState('%') }],
  ['of a connection to another server', resetElsewhere, fetchedAction],
])('an error %s is a failure', (_, error, request) => {
  expect(classifyRejection(error, request)).toBeUndefined();
});
