import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runInContext } from '../../../candor/src/http/request-context';
import type { Outcome } from '../../../candor/src/responses/failed-responses';
import { createRejections } from '../../../candor/src/failures/rejections';

const next = '/srv/node_modules/next/dist/compiled/next-server/app-page-turbo.runtime.prod.js:18:622';
const application = '/srv/.next/server/chunks/ssr/_1c7lds0_8_lj8._.js:1:687';

function thrown(message: string, frames: string[], fields: object = {}) {
  const stack = [`Error: ${message}`, ...frames.map((frame) => `    at ${frame}`)].join('\n');
  return Object.assign(new Error(message), { stack }, fields);
}

const ofNode = ['JSON.parse (<anonymous>)', 'async Promise.all (index 1)', 'node:internal/deps/undici/undici:5817:27'];
const unreadable = thrown('Whatever Next says.', [...ofNode, `async ${next}`, `async m (${application})`]);
const misread = thrown('The router state header was sent but could not be parsed.', [application]);
const refused = (message: string, statusCode: number) => thrown(message, [next], { statusCode });
const aborted = thrown('aborted', ['abortIncoming (node:_http_server:796:17)'], { code: 'ECONNRESET' });
const reset = thrown('aborted', [application], { code: 'ECONNRESET' });
const ownFirst = thrown('x', ['JSON.parse (<anonymous>)', application, next]);

type Row = {
  routeType: string;
  method: string;
  headers: Record<string, string>;
  renderSource?: string;
  isFromAction?: true;
  /** What the client's connection failed with. */
  errored?: unknown;
  /** Next handles a request that it made up. */
  isMadeUp?: true;
};
const action: Row = {
  routeType: 'action',
  method: 'POST',
  headers: { host: 'candor.test' },
  renderSource: 'react-server-components-payload',
};
const form: Row = { ...action, routeType: 'render', renderSource: undefined };
const navigation = { ...form, method: 'GET' };
const apiRoute = { ...form, routeType: 'route' };
const formWith = (headers: Row['headers']) => ({ ...form, headers });
const forwarded = { host: 'x', 'x-forwarded-host': 'candor.test, y' };
const strayed = { ...navigation, headers: { 'next-router-state-tree': '%' } };

const malformed = 'its body cannot be read';
const tooLong = 'its body is longer than this site accepts';
const foreign = 'it comes from another site';
const statuses: Record<string, number> = { [tooLong]: 413, [foreign]: 403 };

test.each<[what: string, thrown: unknown, request: Row, reason?: string]>([
  ['a fetched action that Next cannot read', unreadable, action, malformed],
  ['a form from this site', unreadable, formWith({ host: 'a.test:1', origin: 'http://a.test:1' }), malformed],
  ['a body that Next cannot read for an API route', refused('Invalid JSON', 400), apiRoute, malformed],
  ['a body over the limit for an API route', refused('Body exceeded 1mb limit', 413), apiRoute, tooLong],
  ['an action behind a proxy for another host', unreadable, formWith({ ...forwarded, origin: 'https://x' }), foreign],
  ['an action behind a proxy', unreadable, formWith({ ...forwarded, origin: 'https://candor.test' }), malformed],
  ['a client that left', aborted, { ...action, errored: aborted }, 'its body was cut off'],
  ['a connection to another server that was cut off, too', reset, { ...action, errored: aborted }],
  ['a page that Next made up for a client that left', aborted, { ...action, errored: aborted, isMadeUp: true }],
  ['an error that the action threw', unreadable, { ...action, isFromAction: true }],
  ['an error whose stack begins in the application', ownFirst, action],
  ['a message that looks like a frame of Next', thrown(`x\n    at ${next}`, [application]), action],
  ['an error of the system', thrown('ENOSPC', [`async ${next}`], { syscall: 'write' }), form],
  ['an error without a stack', Object.assign(new Error('x'), { stack: undefined }), form],
  ['a text', 'x', action],
  ['an error of a page that was rendered', unreadable, { ...form, renderSource: 'server-rendering' }],
  ['an error of a page with a router state', unreadable, strayed],
  ['an error that says so of a router state which was not sent', misread, navigation],
  ['an error of a route handler', unreadable, apiRoute],
  ['an error of a handler with a broken router state', misread, { ...strayed, routeType: 'route' }],
  ['an error of a connection to another server', reset, action],
])('%s is a request to be rejected, or a failure', (_, error, row, reason) => {
  const { isFromAction, errored, isMadeUp, ...request } = row;
  const { notes, lines, tryReject, statusOf } = setUp(isFromAction);
  const context = { request: { headers: isMadeUp ? {} : request.headers, errored } };
  const where = { path: '/a?token=secret', route: '/[slug]', renderSource: undefined };
  const status = reason && (statuses[reason] ?? 400);
  expect(runInContext(context, () => tryReject(error, { ...where, ...request }))).toBe(reason !== undefined);
  expect([statusOf(error), statusOf(new Error('another'))]).toEqual([status, undefined]);
  expect(notes).toEqual(reason ? [[request.headers, { rejectedWith: status }]] : []);
  const shown = { reason, count: 1, method: request.method, path: '/a', route: '/[slug]' };
  expect(lines).toMatchObject(reason ? [[shown, 'request rejected']] : []);
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setUp(isFromAction = false) {
  const note = vi.fn((_: object, outcome: Outcome) => outcome);
  const log = { info: () => {}, error: () => {}, warn: vi.fn<(fields: object, message: string) => void>() };
  const rejections = createRejections({ log, failedResponses: { note }, isFromAction: () => isFromAction });
  return { ...rejections, notes: note.mock.calls, lines: log.warn.mock.calls };
}

test('the log has one line a minute and reason with the count since the start, and each reason is found by its digest', () => {
  const { lines, tryReject, reasonOf } = setUp();
  const id = (index: number) => index.toString(16).padStart(32, '0');
  const request = { path: '/', route: '/', renderSource: undefined, ...form };
  const reject = (index: number, more: object = {}) =>
    tryReject(thrown('x', [next], { digest: id(index), ...more }), request);
  for (let index = 0; index < 100; index += 1) reject(index);
  reject(100, { statusCode: 413 });
  vi.advanceTimersByTime(60_000);
  reject(101);
  expect(lines.map(([fields]) => fields)).toMatchObject([
    { reason: malformed, count: 1, digest: id(0) },
    { reason: tooLong, count: 1 },
    { reason: malformed, count: 101 },
  ]);
  expect([99, 100, 102].map((index) => reasonOf(id(index)))).toEqual([malformed, tooLong, undefined]);
});
