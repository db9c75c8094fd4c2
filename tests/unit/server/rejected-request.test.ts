import { expect, test } from 'vitest';
import { classifyRejection } from '../../../candor/server/rejected-request';

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

test.each([
  ['a fetched action that Next cannot read', unreadable, fetchedAction, 'its body cannot be read', 400],
  ['a form that Next cannot read', unreadable, form, 'its body cannot be read', 400],
  [
    'a body that Next cannot read for an API route',
    thrown('Invalid JSON', [next], { statusCode: 400 }),
    { ...form, routeType: 'route' },
    'its body cannot be read',
    400,
  ],
  [
    'a body over the limit for an API route',
    thrown('Body exceeded 1mb limit', [next], { statusCode: 413 }),
    { ...form, routeType: 'route' },
    'its body is longer than this site accepts',
    413,
  ],
  [
    'a body over the limit',
    thrown('x', [next], { statusCode: 413 }),
    form,
    'its body is longer than this site accepts',
    413,
  ],
  [
    'an action of another site',
    unreadable,
    { ...form, headers: { host: 'candor.test', origin: 'https://elsewhere.test' } },
    'it comes from another site',
    403,
  ],
  [
    'an action behind a proxy that passes another host',
    unreadable,
    { ...form, headers: { host: 'x', 'x-forwarded-host': 'candor.test, y', origin: 'https://elsewhere.test' } },
    'it comes from another site',
    403,
  ],
  ['a malformed Origin', unreadable, { ...form, headers: { origin: '::' } }, 'it comes from another site', 403],
  [
    'a client that left',
    thrown('aborted', ['abortIncoming (node:_http_server:796:17)'], { code: 'ECONNRESET' }),
    { ...fetchedAction, isAborted: true },
    'its body was cut off',
    400,
  ],
  [
    'a malformed router state',
    thrown('x', [application]),
    { ...navigation, headers: { 'next-router-state-tree': '%' } },
    'its router state cannot be read',
    400,
  ],
])('rejects %s', (_, error, request, reason, status) => {
  expect(classifyRejection(error, request)).toEqual({ reason, status });
});

const ownOrigin = { host: 'candor.test:3000', origin: 'http://candor.test:3000' };
test('an action with the site’s own Origin is not rejected for its Origin', () => {
  expect(classifyRejection(unreadable, { ...form, headers: ownOrigin })).toMatchObject({
    reason: 'its body cannot be read',
  });
});

const routerState = encodeURIComponent(JSON.stringify(['', {}]));
test.each([
  ['that the action threw', unreadable, { ...fetchedAction, isFromAction: true }],
  [
    'whose stack begins in the application',
    thrown('x', ['JSON.parse (<anonymous>)', application, next]),
    fetchedAction,
  ],
  ['whose message looks like a frame of Next', thrown(`x\n    at ${next}`, [application]), fetchedAction],
  ['of the system', thrown('ENOSPC', [`async ${next}`], { syscall: 'write' }), form],
  ['without a stack', Object.assign(new Error('x'), { stack: undefined }), form],
  ['that is no Error', 'x', fetchedAction],
  ['of a page that was rendered', unreadable, { ...form, renderSource: 'server-rendering' }],
  ['of a page that was requested', unreadable, navigation],
  ['of a page with a router state', unreadable, { ...navigation, headers: { 'next-router-state-tree': routerState } }],
  ['of a route handler', unreadable, { ...form, routeType: 'route' }],
  [
    'of a handler with a broken router state',
    unreadable,
    { ...form, routeType: 'route', headers: { 'next-router-state-tree': '%' } },
  ],
  [
    'of a connection to another server',
    thrown('read ECONNRESET', [application], { code: 'ECONNRESET' }),
    fetchedAction,
  ],
])('an error %s is a failure', (_, error, request) => {
  expect(classifyRejection(error, request)).toBeUndefined();
});
