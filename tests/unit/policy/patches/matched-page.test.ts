import { expect, test } from 'vitest';
import { stateOfPatch } from '../../../../candor/src/internals/patch';
import { pageOf } from '../../../../candor/src/policy/patches/matched-page';

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

test.each([
  ['APP_PAGE', 'app'],
  ['PAGES', 'pages'],
  ['APP_ROUTE', undefined],
  ['PAGES_API', undefined],
  [7, undefined],
])('a response of the kind %s is of the router %s', (kind, router) => {
  expect(page('/items/7', matched(kind))).toBe(router);
});
