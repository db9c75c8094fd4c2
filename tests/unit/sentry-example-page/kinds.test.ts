import { expect, test } from 'vitest';
import { allKinds, kinds, readFailRequest, type FailRequest } from '../../../app/sentry-example-page/kinds';

test.each<[string | string[] | undefined, FailRequest]>([
  [undefined, { type: 'none' }],
  ['', { type: 'none' }],
  [[], { type: 'none' }],
  ['server-render', { type: 'fail', kind: 'server-render' }],
  ['server-stream', { type: 'fail', kind: 'server-stream' }],
  ['not-found', { type: 'fail', kind: 'not-found' }],
  ['forbidden', { type: 'fail', kind: 'forbidden' }],
  ['unauthorized', { type: 'fail', kind: 'unauthorized' }],
  ['browser-error', { type: 'without-url', kind: 'browser-error' }],
  ['server-action', { type: 'without-url', kind: 'server-action' }],
  ['server-action-ok', { type: 'without-url', kind: 'server-action-ok' }],
  ['Server-Render', { type: 'unknown', value: 'Server-Render' }],
  ['constructor', { type: 'unknown', value: 'constructor' }],
  [['not-found', 'server-render'], { type: 'fail', kind: 'not-found' }],
  [['nonsense', 'server-render'], { type: 'unknown', value: 'nonsense' }],
  [['', 'server-render'], { type: 'none' }],
])('?fail=%j requests %j', (fail, request) => {
  expect(readFailRequest(fail)).toEqual(request);
});

test('every label says in sentence case what the control does, and no two are equal', () => {
  const labels = allKinds.map((kind) => kinds[kind].label);
  expect(new Set(labels).size).toBe(labels.length);
  for (const label of labels) expect(label).toMatch(/^(Throw|Reject|Run|Call) /);
});
