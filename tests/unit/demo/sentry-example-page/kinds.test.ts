import { expect, test } from 'vitest';
import { allKinds, kinds, readFailRequest, type FailRequest } from '../../../../app/sentry-example-page/kinds';

const withUrl = ['server-render', 'server-stream', 'not-found', 'forbidden', 'unauthorized'] as const;
const withoutUrl = [
  ...(['browser-error', 'browser-boundary', 'browser-offline', 'handled'] as const),
  ...(['server-action', 'server-action-ok', 'route-handler', 'after-response'] as const),
];

test.each<[string | string[] | undefined, FailRequest]>([
  [undefined, { type: 'none' }],
  ['', { type: 'none' }],
  [[], { type: 'none' }],
  ...withUrl.map((kind): [string, FailRequest] => [kind, { type: 'fail', kind }]),
  ...withoutUrl.map((kind): [string, FailRequest] => [kind, { type: 'without-url', kind }]),
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
