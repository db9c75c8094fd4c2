import { expect, test } from 'vitest';
import { createPageRoutes } from '../../../../candor/src/policy/patches/routes-manifest';
import { eachInFolder } from '../../../support/each-in-folder';

const { folder, write } = eachInFolder();

function routesOf(manifest: object | string) {
  write({ 'routes-manifest.json': typeof manifest === 'string' ? manifest : JSON.stringify(manifest) });
  return createPageRoutes(folder());
}

// As Next writes them.
const manifest = {
  basePath: '',
  staticRoutes: [
    { page: '/', regex: '^/(?:/)?$' },
    { page: '/items/new', regex: '^/items/new(?:/)?$' },
  ],
  dynamicRoutes: [
    { page: '/items/[id]', regex: '^/items/([^/]+?)(?:/)?$' },
    { page: '/docs/[[...path]]', regex: '^/docs(?:/(.+?))?(?:/)?$' },
  ],
};

test.each([
  ['/', '/'],
  ['/items/new', '/items/new'],
  ['/items/7', '/items/[id]'],
  ['/items/caf%C3%A9/', '/items/[id]'],
  ['/docs', '/docs/[[...path]]'],
  ['/docs/a/b', '/docs/[[...path]]'],
  ['/items/7/more', undefined],
  ['/nowhere', undefined],
])('%s is of the route %s', (path, route) => {
  expect(routesOf(manifest)(path)).toBe(route);
});

test('the base path belongs to no route', () => {
  const routeOf = routesOf({ ...manifest, basePath: '/base' });
  expect(routeOf('/base')).toBe('/');
  expect(routeOf('/base/items/7')).toBe('/items/[id]');
  expect(routeOf('/items/7')).toBeUndefined();
  expect(routeOf('/based')).toBeUndefined();
});

test.each(['no JSON', '[]', 'null', '{"staticRoutes":{},"dynamicRoutes":[null,{"page":1}]}'])(
  'without a manifest, and with %s, no route is known',
  (text) => {
    expect(createPageRoutes(folder())('/')).toBeUndefined();
    expect(routesOf(text)('/')).toBeUndefined();
  },
);
