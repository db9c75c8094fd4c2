import { expect, test } from 'vitest';
import { routeName } from '../../../candor/src/server/route-name';

type Context = Parameters<typeof routeName>[0];
const app = { routerKind: 'App Router', revalidateReason: undefined } as const;
const pages = { routerKind: 'Pages Router', revalidateReason: undefined } as const;
const rendered = { ...app, routeType: 'render', renderSource: 'server-rendering' } as const;
const form = { ...app, routeType: 'render' } as const;
const handler = { ...app, routeType: 'route' } as const;

test.each<[string, Context, string]>([
  ['a rendered page', { ...rendered, routePath: '/a/[id]' }, '/a/[id]'],
  ['a page of that name', { ...rendered, routePath: '/a/page' }, '/a/page'],
  ['a posted form', { ...form, routePath: '/a/[id]/page' }, '/a/[id]'],
  ['a posted form of the home page', { ...form, routePath: '/page' }, '/'],
  ['a posted form in a group and a slot', { ...form, routePath: '/(shop)/a/@side/b/page' }, '/a/b'],
  ['a handler', { ...handler, routePath: '/a' }, '/a'],
  ['a handler of that name', { ...handler, routePath: '/a/route' }, '/a/route'],
  ['a handler in the edge runtime', { ...pages, routeType: 'route', routePath: '/a/[id]/route' }, '/a/[id]'],
  ['a page of the Pages Router', { ...pages, routeType: 'render', routePath: '/old/page' }, '/old/page'],
  ['an API route', { ...pages, routeType: 'route', routePath: '/api/[...rest]' }, '/api/[...rest]'],
  ['the proxy', { ...pages, routeType: 'proxy', routePath: '/proxy' }, '/proxy'],
])('names the route of %s', (_, context, route) => {
  expect(routeName(context)).toBe(route);
});
