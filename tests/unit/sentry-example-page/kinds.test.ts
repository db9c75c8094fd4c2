import { expect, test } from 'vitest';
import { readFailRequest, type FailRequest } from '../../../app/sentry-example-page/kinds';

test.each<[string | string[] | undefined, FailRequest]>([
  [undefined, { type: 'none' }],
  ['', { type: 'none' }],
  [[], { type: 'none' }],
  ['server-render', { type: 'fail', kind: 'server-render' }],
  ['server-stream', { type: 'fail', kind: 'server-stream' }],
  ['not-found', { type: 'fail', kind: 'not-found' }],
  ['forbidden', { type: 'fail', kind: 'forbidden' }],
  ['unauthorized', { type: 'fail', kind: 'unauthorized' }],
  ['browser-error', { type: 'press', kind: 'browser-error' }],
  ['server-action', { type: 'press', kind: 'server-action' }],
  ['server-action-ok', { type: 'press', kind: 'server-action-ok' }],
  ['Server-Render', { type: 'unknown', value: 'Server-Render' }],
  ['constructor', { type: 'unknown', value: 'constructor' }],
  [['not-found', 'server-render'], { type: 'fail', kind: 'not-found' }],
  [['nonsense', 'server-render'], { type: 'unknown', value: 'nonsense' }],
  [['', 'server-render'], { type: 'none' }],
])('?fail=%j asks for %j', (fail, request) => {
  expect(readFailRequest(fail)).toEqual(request);
});
