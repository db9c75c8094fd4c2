import { expect, test } from 'vitest';
import { allKinds, kinds, readFailRequest, type FailRequest } from '../../../../app/sentry-example-page/kinds';

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
  ['browser-boundary', { type: 'without-url', kind: 'browser-boundary' }],
  ['handled', { type: 'without-url', kind: 'handled' }],
  ['browser-offline', { type: 'without-url', kind: 'browser-offline' }],
  ['route-handler', { type: 'without-url', kind: 'route-handler' }],
  ['after-response', { type: 'without-url', kind: 'after-response' }],
  ['Server-Render', { type: 'unknown', value: 'Server-Render' }],
  ['constructor', { type: 'unknown', value: 'constructor' }],
  [['not-found', 'server-render'], { type: 'fail', kind: 'not-found' }],
  [['nonsense', 'server-render'], { type: 'unknown', value: 'nonsense' }],
  [['', 'server-render'], { type: 'none' }],
])('?fail=%j requests %j', (fail, request) => {
  expect(readFailRequest(fail)).toEqual(request);
});

test('every label is a phrase that starts with a capital letter, and no two are equal', () => {
  const labels = allKinds.map((kind) => kinds[kind].label);
  expect(new Set(labels).size).toBe(labels.length);
  for (const label of labels) expect(label).toMatch(/^[A-Z][a-z]+ \S/);
});
