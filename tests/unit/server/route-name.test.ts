import { expect, test } from 'vitest';
import { routeName } from '../../../candor/src/server/route-name';
import 'next/dist/server/node-environment-baseline'; // Next imports it before its storages.
import { workAsyncStorage, type WorkStore } from 'next/dist/server/app-render/work-async-storage.external';
import { runInContext } from '../../../candor/src/http/request-context';
import { requestFields } from '../../../candor/src/server/request-fields';

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

const request = { method: 'POST', url: '/a/7?token=hunter2', headers: { 'x-request-id': 'request-7' } };
const requestId = 'request-7';

const page = { page: '/a/[id]/route', route: '/a/[id]' };
test.each([
  ['the request and the route', page, '/a/[id]', 'POST /a/[id]'],
  ['the home page', { page: '/page', route: '/' }, '/', 'POST /'],
  ['the proxy, and does not take it for the home page', { page: '/', route: '/' }, '/proxy', 'middleware POST'],
  ['the request only, where Next tells no route', undefined, undefined, undefined],
])('knows %s, and nothing outside of requests', (_, work, route, transaction) => {
  const fields = () => (work ? workAsyncStorage.run(work as WorkStore, requestFields) : requestFields());
  expect(runInContext({ request }, fields)).toEqual({
    fields: { method: 'POST', path: '/a/7', route, requestId },
    context: {
      request: { method: 'POST', url: '/a/7' },
      transaction,
      tags: { ...(route && { route }), request_id: requestId },
    },
  });
  expect(requestFields()).toEqual({ fields: {}, context: { tags: {} } });
});
