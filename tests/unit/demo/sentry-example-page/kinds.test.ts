import { expect, test } from 'vitest';
import { readFailRequest, type FailRequest } from '../../../../app/sentry-example-page/kinds';

test.each<[string | string[] | undefined, FailRequest]>([
  [undefined, { type: 'none' }],
  [[], { type: 'none' }],
  [['', 'server-render'], { type: 'none' }],
  ['handled', { type: 'without-url', kind: 'handled' }],
  [['not-found', 'server-render'], { type: 'fail', kind: 'not-found' }],
  [['nonsense', 'server-render'], { type: 'unknown', value: 'nonsense' }],
  ['Server-Render', { type: 'unknown', value: 'Server-Render' }],
  ['constructor', { type: 'unknown', value: 'constructor' }],
])('?fail=%j requests %j', (fail, request) => {
  expect(readFailRequest(fail)).toEqual(request);
});
