// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest';
import { isActionOfNext } from '../../../../candor/src/internals/browser/page-fetch';
import { missing } from '../../../../candor/src/internals/browser/patch';
import { parseJsonHere } from '../../../../candor/src/internals/browser/response-json';
import { routePattern } from '../../../../candor/src/internals/browser/route-pattern';
import { currentSegments } from '../../../../candor/src/internals/browser/router-tree';
import { takeConsole } from '../../../support/quiet-console';

afterEach(() => {
  history.replaceState(null, '');
  Reflect.deleteProperty(window, 'next');
});

test.each([
  ['an action', { headers: { 'next-action': 'id' } }, true],
  ['a navigation', { headers: { rsc: '1' } }, false],
  ['a prefetch', { headers: { rsc: '1' }, priority: 'low' as const }, undefined],
  ['a request with headers of the page’s own', { headers: new Headers({ rsc: '1' }) }, undefined],
  ['a request without options', undefined, undefined],
])('knows %s by its headers', (_, init, isAction) => expect(isActionOfNext(['/', init])).toBe(isAction));

test('JSON is read as ever, and the error of what is not JSON comes from a script of the page', async () => {
  parseJsonHere();
  expect(await new Response('{"a":[1,null]}').json()).toEqual({ a: [1, null] });
  expect(await new Response(new Uint8Array([0xef, 0xbb, 0xbf, 0x37])).json(), 'after a byte order mark').toBe(7);
  const thrown = await new Response('<!DOCTYPE html>').json().catch((error: unknown) => error);
  expect(thrown).toMatchObject({ name: 'SyntaxError', stack: expect.stringContaining('response-json') });
  const response = new Response('1');
  await response.text();
  await expect(response.json(), 'that was read already').rejects.toThrow();
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
])('the route is %s by the tree of the App Router, without its query', (pattern, segments) => {
  show(treeOf(segments));
  expect(patternHere()).toBe(pattern);
  expect(JSON.stringify(currentSegments())).not.toContain('secret');
});

test('the route is what the Pages Router says, while its page is there', () => {
  Object.assign(window, { next: { router: { pathname: '/items/[id]' } } });
  expect(patternHere()).toBe('/items/[id]');
  expect(patternHere(`${here}/left`)).toBeUndefined();
});

test.each([
  ['the tree is undefined', () => show(undefined)],
  ['the tree is null', () => show(null)],
  ['there is no router', () => {}],
  ['there is a state of the Pages Router', () => history.replaceState({ __N: true, url: '/' }, '')],
  ['there is a state of the page’s own', () => history.replaceState({ own: 1 }, '')],
  ['the page is one of the App Router', () => void Object.assign(window, { next: { appDir: true } })],
])('the route is not known, and nothing missing, where %s', (_, arrange) => {
  arrange();
  expect(patternHere()).toBeUndefined();
  expect([...missing]).not.toContain('route-pattern');
});

test('without the router of the Pages Router the route is not known, and the patch is missing', () => {
  Object.assign(window, { next: {} });
  expect(patternHere()).toBeUndefined();
  expect(takeConsole('warn')).toEqual([expect.stringContaining('TypeError')]);
  expect([...missing]).toContain('route-pattern');
});
