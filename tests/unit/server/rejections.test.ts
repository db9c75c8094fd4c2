import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runInContext } from '../../../candor/src/http/request-context';
import type { Outcome } from '../../../candor/src/server/failed-responses';
import { createRejections } from '../../../candor/src/server/rejections';

const next = '/srv/node_modules/next/dist/compiled/next-server/app-page-turbo.runtime.prod.js:18:622';
const application = '/srv/.next/server/chunks/ssr/_1c7lds0_8_lj8._.js:1:687';

function thrown(message: string, frames: string[], fields: object = {}) {
  const stack = [`Error: ${message}`, ...frames.map((frame) => `    at ${frame}`)].join('\n');
  return Object.assign(new Error(message), { stack }, fields);
}

const unreadable = thrown('Whatever Next says.', [
  'JSON.parse (<anonymous>)',
  'node:internal/deps/undici/undici:5817:27',
  'process.processTicksAndRejections (node:internal/process/task_queues:95:5)',
  'async Promise.all (index 1)',
  `async ${next}`,
  `async m (${application})`,
]);

const fetchedAction = {
  path: '/a?token=secret',
  route: '/[slug]',
  method: 'POST',
  headers: { host: 'candor.test' },
  routeType: 'action',
  renderSource: 'react-server-components-payload' as string | undefined,
};
const form = { ...fetchedAction, routeType: 'render', renderSource: undefined };
const navigation = { ...form, method: 'GET' };
const apiRoute = { ...form, routeType: 'route' };
const formWith = (headers: Record<string, string>) => ({ ...form, headers });
const fromElsewhere = (headers: Record<string, string>) => formWith({ ...headers, origin: 'https://elsewhere.test' });
const behindProxy = fromElsewhere({ host: 'x', 'x-forwarded-host': 'candor.test, y' });
const fromHere = formWith({ host: 'candor.test:3000', origin: 'http://candor.test:3000' });
const strayedTo = { ...navigation, headers: { 'next-router-state-tree': '%' } };
const strayedApi = { ...strayedTo, routeType: 'route' };

const malformed = { reason: 'its body cannot be read', status: 400 };
const tooLong = { reason: 'its body is longer than this site accepts', status: 413 };
const foreign = { reason: 'it comes from another site', status: 403 };
const left = { reason: 'its body was cut off', status: 400 };
const strayed = { reason: 'its router state cannot be read', status: 400 };

const misread = thrown('The router state header was sent but could not be parsed.', [application]);
const refused = (message: string, statusCode: number) => thrown(message, [next], { statusCode });
const aborted = thrown('aborted', ['abortIncoming (node:_http_server:796:17)'], { code: 'ECONNRESET' });
const another = thrown('aborted', [application], { code: 'ECONNRESET' });
const resetElsewhere = thrown('read ECONNRESET', [application], { code: 'ECONNRESET' });
const ownFirst = thrown('x', ['JSON.parse (<anonymous>)', application, next]);
const noStack = Object.assign(new Error('x'), { stack: undefined });

type Headers = Record<string, string>;
type Row = Omit<typeof fetchedAction, 'headers'> & {
  headers: Headers;
  isFromAction?: boolean;
  errored?: unknown;
  of?: Headers;
};

test.each<[what: string, thrown: unknown, request: Row, rejection: typeof malformed | undefined]>([
  ['a fetched action that Next cannot read', unreadable, fetchedAction, malformed],
  ['a form that Next cannot read', unreadable, form, malformed],
  ['a form from this site that Next cannot read', unreadable, fromHere, malformed],
  ['a body that Next cannot read for an API route', refused('Invalid JSON', 400), apiRoute, malformed],
  ['a body over the limit for an API route', refused('Body exceeded 1mb limit', 413), apiRoute, tooLong],
  ['a body over the limit', refused('x', 413), form, tooLong],
  ['an action of another site', unreadable, fromElsewhere({ host: 'candor.test' }), foreign],
  ['an action behind a proxy that passes another host', unreadable, behindProxy, foreign],
  ['a malformed Origin', unreadable, formWith({ origin: '::' }), foreign],
  ['a client that left', aborted, { ...fetchedAction, errored: aborted }, left],
  ['a connection to another server that was cut off, too', another, { ...fetchedAction, errored: aborted }, undefined],
  [
    'a page that Next made up for a client that left',
    aborted,
    { ...fetchedAction, errored: aborted, of: {} },
    undefined,
  ],
  ['a malformed router state', misread, strayedTo, strayed],
  ['an error that the action threw', unreadable, { ...fetchedAction, isFromAction: true }, undefined],
  ['an error whose stack begins in the application', ownFirst, fetchedAction, undefined],
  ['a message that looks like a frame of Next', thrown(`x\n    at ${next}`, [application]), fetchedAction, undefined],
  ['an error of the system', thrown('ENOSPC', [`async ${next}`], { syscall: 'write' }), form, undefined],
  ['an error without a stack', noStack, form, undefined],
  ['a text', 'x', fetchedAction, undefined],
  ['an error of a page that was rendered', unreadable, { ...form, renderSource: 'server-rendering' }, undefined],
  ['an error of a page that was requested', unreadable, navigation, undefined],
  ['an error of a page with a router state', unreadable, strayedTo, undefined],
  ['an error that says so of a router state which was not sent', misread, navigation, undefined],
  ['an error of a route handler', unreadable, apiRoute, undefined],
  ['an error of a handler with a broken router state', misread, strayedApi, undefined],
  ['an error of a connection to another server', resetElsewhere, fetchedAction, undefined],
])('%s is a request to be rejected, or a failure', (_, error, { isFromAction, errored, of, ...request }, rejection) => {
  const { notes, lines, tryReject, statusOf } = setUp(isFromAction);
  const context = { request: { headers: of ?? request.headers, errored } };
  expect(runInContext(context, () => tryReject(error, request))).toBe(rejection !== undefined);
  expect([statusOf(error), statusOf(unreadable)]).toEqual([
    rejection?.status,
    error === unreadable ? rejection?.status : undefined,
  ]);
  expect(notes).toEqual(rejection ? [[request.headers, { rejectedWith: rejection.status }]] : []);
  const { reason } = rejection ?? {};
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
  const reject = (index: number, more: object = {}) =>
    tryReject(thrown('x', [next], { digest: id(index), ...more }), form);
  for (let index = 0; index < 100; index += 1) reject(index);
  reject(100, { statusCode: 413 });
  vi.advanceTimersByTime(60_000);
  reject(101);
  expect(lines.map(([fields]) => fields)).toMatchObject([
    { reason: malformed.reason, count: 1, digest: id(0) },
    { reason: tooLong.reason, count: 1 },
    { reason: malformed.reason, count: 101 },
  ]);
  expect([99, 100, 102].map((index) => reasonOf(id(index)))).toEqual([malformed.reason, tooLong.reason, undefined]);
});
