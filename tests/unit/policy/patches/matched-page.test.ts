import { expect, test, vi } from 'vitest';
import { stateOfPatch } from '../../../../candor/src/internals/patch';

const routeOf = (path: string) => (path.startsWith('/items/') ? '/items/[id]' : undefined);

/** A process that has seen no page yet. */
async function load() {
  vi.resetModules();
  const { pageOf } = await import('../../../../candor/src/policy/patches/matched-page');
  return (url: string, meta?: object) => pageOf({ url, [Symbol.for('NextInternalRequestMeta')]: meta }, routeOf);
}

const matched = (kind: unknown) => ({ match: { definition: { kind } } });
const state = () => stateOfPatch('matched-page');

test.each([
  ['APP_PAGE', 'app'],
  ['PAGES', 'pages'],
  ['APP_ROUTE', undefined],
  ['PAGES_API', undefined],
  [7, undefined],
])('a response of the kind %s is of the router %s', async (kind, router) => {
  const pageOf = await load();
  expect(pageOf('/items/7', matched(kind))).toBe(router);
});

test('what Next says no match of is of another server, and at the path of a page it counts as missing until one had a match', async () => {
  const { failures } = state();
  const pageOf = await load();
  for (const meta of [undefined, {}, { match: {} }, { match: { definition: {} } }])
    expect(pageOf('/elsewhere?a=/items/7', meta)).toBeUndefined();
  expect(state().failures).toBe(failures);
  expect(pageOf('/items/7?a', {})).toBeUndefined();
  expect(state()).toEqual({ state: 'missing', failures: failures + 1 });
  pageOf('/items/7', matched('APP_PAGE'));
  expect(pageOf('/items/7')).toBeUndefined(); // By a rewrite to another server.
  expect(state().failures).toBe(failures + 1);
});
