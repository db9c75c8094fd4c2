import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createPageRoutes } from '../../../../candor/src/policy/patches/routes-manifest';

function routesOf(manifest: object | string) {
  const folder = mkdtempSync(join(tmpdir(), 'candor-routes-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const text = typeof manifest === 'string' ? manifest : JSON.stringify(manifest);
  writeFileSync(join(folder, 'routes-manifest.json'), text);
  return createPageRoutes(folder);
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
  'with the manifest %s no route is known',
  (text) => expect(routesOf(text)('/')).toBeUndefined(),
);

test('without a manifest no route is known', () => {
  expect(createPageRoutes(join(tmpdir(), 'candor-no-such-folder'))('/')).toBeUndefined();
});
