import { expect, test } from 'vitest';
import { allKinds, kinds, readFailRequest, type FailRequest } from '../../../../app/sentry-example-page/kinds';

const withUrl = ['server-render', 'server-stream', 'not-found', 'forbidden', 'unauthorized'];

test('the kinds whose failure has a URL are these', () => {
  expect(allKinds.filter((kind) => readFailRequest(kind).type === 'fail').sort()).toEqual(withUrl.sort());
});

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

test('every label is a phrase that starts with a capital letter, and no two are equal', () => {
  const labels = allKinds.map((kind) => kinds[kind].label);
  expect(new Set(labels).size).toBe(labels.length);
  for (const label of labels) expect(label).toMatch(/^[A-Z][a-z]+ \S/);
});
