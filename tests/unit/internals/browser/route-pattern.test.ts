// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { takeConsole } from '../../../support/quiet-console';
import { missing } from '../../../../candor/src/internals/browser/patch';
import { currentSegments } from '../../../../candor/src/internals/browser/router-tree';
import { routePattern } from '../../../../candor/src/internals/browser/route-pattern';

afterEach(() => {
  history.replaceState(null, '');
  Reflect.deleteProperty(window, 'next');
});

type Segment = string | string[];
const treeOf = ([segment, ...rest]: Segment[]): unknown[] => [
  segment,
  rest.length > 0 ? { children: treeOf(rest) } : {},
];
const here = location.origin + location.pathname;
const patternHere = (url = here) => routePattern({ segments: currentSegments(), url });
const show = (tree: unknown) => history.replaceState({ __NA: true, __PRIVATE_NEXTJS_INTERNALS_TREE: { tree } }, '');

test.each<[string, Segment[]]>([
  ['/', ['', '__PAGE__']],
  ['/items', ['', 'items', '__PAGE__?{"token":"secret"}']],
  ['/items/[id]', ['', '(shop)', 'items', ['id', '42', 'd'], '__PAGE__']],
  ['/docs/[...path]', ['', 'docs', ['path', 'a/b', 'c'], '__PAGE__']],
  ['/docs/[[...path]]', ['', 'docs', ['path', '', 'oc'], '__PAGE__']],
  ['/_not-found', ['', '/_not-found', '__PAGE__']],
])('is %s by the tree of the App Router', (pattern, segments) => {
  show(treeOf(segments));
  expect(patternHere()).toBe(pattern);
});

test('the route that is kept has no query', () => {
  show(treeOf(['', 'items', '__PAGE__?{"token":"secret"}']));
  expect(JSON.stringify(currentSegments())).not.toContain('secret');
});

test('is what the Pages Router says', () => {
  Object.assign(window, { next: { router: { pathname: '/items/[id]' } } });
  expect(patternHere()).toBe('/items/[id]');
  expect(patternHere(`${here}/left`)).toBeUndefined();
});

test('a page of the Pages Router without its router says so', () => {
  vi.stubGlobal('next', { version: '16' });
  expect(patternHere()).toBeUndefined();
  expect(missing).toContain('route-pattern');
  expect(takeConsole('warn')).toHaveLength(1);
});

test.each([
  ['the tree is undefined', () => show(undefined)],
  ['the tree is null', () => show(null)],
  ['there is no router', () => {}],
  ['the page is one of the App Router', () => void Object.assign(window, { next: { appDir: true } })],
])('is not known where %s', (_, arrange) => {
  arrange();
  expect(patternHere()).toBeUndefined();
});
