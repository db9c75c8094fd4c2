import { expect, test } from 'vitest';
import { stateOfPatch } from '../../../../candor/src/internals/patch';
import { pageOf } from '../../../../candor/src/policy/patches/matched-page';
import { createPageRoutes } from '../../../../candor/src/policy/patches/routes-manifest';
import { eachInFolder } from '../../../support/each-in-folder';

const routeOf = (path: string) => (path.startsWith('/items/') ? '/items/[id]' : undefined);
const page = (url: string, meta?: object) => pageOf({ url, [Symbol.for('NextInternalRequestMeta')]: meta }, routeOf);
const matched = (kind: unknown) => ({ match: { definition: { kind } } });
const state = () => stateOfPatch('matched-page');

// First: it counts what this process has seen.
test('what Next says no match of is of another server, and at the path of a page it counts as missing until one had a match', () => {
  for (const meta of [undefined, {}, { match: {} }, { match: { definition: {} } }])
    expect(page('/elsewhere?a=/items/7', meta)).toBeUndefined();
  expect(state().failures).toBe(0);
  expect(page('/items/7?a', {})).toBeUndefined();
  expect(state()).toEqual({ state: 'missing', failures: 1 });
  page('/items/7', matched('APP_PAGE'));
  expect(page('/items/7')).toBeUndefined(); // By a rewrite to another server.
  expect(state().failures).toBe(1);
});

test('a response is of the router of its page, and of a handler it is of none', () => {
  const routers = ['APP_PAGE', 'PAGES', 'APP_ROUTE', 'PAGES_API', 7].map((kind) => page('/items/7', matched(kind)));
  expect(routers).toEqual(['app', 'pages', undefined, undefined, undefined]);
});

const { folder, write } = eachInFolder();

function routesOf(manifest: string) {
  write({ 'routes-manifest.json': manifest });
  return createPageRoutes(folder());
}

// As Next writes them.
const staticRoutes = { '/': '^/(?:/)?$', '/items/new': '^/items/new(?:/)?$' };
const dynamicRoutes = { '/items/[id]': '^/items/([^/]+?)(?:/)?$', '/docs/[[...path]]': '^/docs(?:/(.+?))?(?:/)?$' };
const listed = (routes: object) => Object.entries(routes).map(([page, regex]) => ({ page, regex: regex as string }));

test.each([
  ['', '/', '/'],
  ['', '/items/new', '/items/new'],
  ['', '/items/7', '/items/[id]'],
  ['', '/docs/a/b', '/docs/[[...path]]'],
  ['', '/items/7/more', undefined],
  ['/base', '/base/items/7', '/items/[id]'],
  ['/base', '/items/7', undefined],
  ['/base', '/based', undefined],
])('below the base path "%s" %s is of the route %s', (basePath, path, route) => {
  const manifest = { basePath, staticRoutes: listed(staticRoutes), dynamicRoutes: listed(dynamicRoutes) };
  expect(routesOf(JSON.stringify(manifest))(path)).toBe(route);
});

test.each(['no JSON', '[]', 'null', '{"staticRoutes":{},"dynamicRoutes":[null,{"page":1}]}'])(
  'without a manifest, and with %s, no route is known',
  (text) => expect([createPageRoutes(folder())('/'), routesOf(text)('/')]).toEqual([undefined, undefined]),
);
