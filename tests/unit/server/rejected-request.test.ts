import { expect, test } from 'vitest';
import { classifyRejection } from '../../../candor/src/server/rejected-request';

const next = '/srv/node_modules/next/dist/compiled/next-server/app-page-turbo.runtime.prod.js:18:622';
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
  `async ${next}`,
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
const refused = (message: string, statusCode: number) => thrown(message, [next], { statusCode });
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
const ownFirst = thrown('x', ['JSON.parse (<anonymous>)', application, next]);

test.each([
  ['that the action threw', unreadable, { ...fetchedAction, isFromAction: true }],
  ['whose stack begins in the application', ownFirst, fetchedAction],
  ['whose message looks like a frame of Next', thrown(`x\n    at ${next}`, [application]), fetchedAction],
  ['of the system', thrown('ENOSPC', [`async ${next}`], { syscall: 'write' }), form],
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
