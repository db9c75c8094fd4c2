// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { takeConsole } from '../../../support/quiet-console';
import { freshPatches } from './fresh-patches';

async function routeOf(next: unknown) {
  const page = await freshPatches();
  const { pagesRoute } = await import('../../../../candor/src/internals/browser/pages-router');
  vi.stubGlobal('next', next);
  return { route: pagesRoute(), ...page };
}

test('is what the Pages Router says', async () => {
  expect(await routeOf({ version: '16', router: { pathname: '/items/[id]' } })).toMatchObject({ route: '/items/[id]' });
});

test.each([[undefined], [{ version: '16', appDir: true }]])('is not known with %j', async (next) => {
  const { route, lost } = await routeOf(next);
  expect(route).toBeUndefined();
  expect(lost()).toEqual([]);
});

test('a page of the Pages Router without its router says so', async () => {
  const { route, lost } = await routeOf({ version: '16' });
  expect(route).toBeUndefined();
  expect(lost()).toEqual(['pages-router']);
  expect(takeConsole('warn')).toHaveLength(1);
});
