import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withAliases } from '../../../candor/src/build/with-aliases';

const application = '/repository/apps/web';
const aliases = { '#one': join(application, 'node_modules/one/index.js'), '#two': '/repository/node_modules/two.js' };

test('Turbopack gets relative paths, and the team’s own aliases stay', () => {
  const own = { root: '/own', resolveAlias: { own: './own.js' } };
  const { turbopack } = withAliases({ turbopack: own }, application, aliases);
  expect(turbopack).toEqual({
    root: '/own',
    resolveAlias: { '#one': './node_modules/one/index.js', '#two': './../../node_modules/two.js', own: './own.js' },
  });
});

test.each([
  ['what the team’s function returns', (given: object) => ({ ...given, own: true })],
  ['what it changes, where that returns nothing', (given: object) => void Object.assign(given, { own: true })],
])('webpack gets absolute paths beside %s', (_, webpack) => {
  const given = { resolve: { alias: { own: './own.js' }, symlinks: true } };
  const changed = withAliases({ webpack }, application, aliases).webpack?.(given, {} as never) as unknown;
  const alias = { own: './own.js', '#one$': aliases['#one'], '#two$': aliases['#two'] };
  expect(changed).toEqual({ resolve: { alias, symlinks: true }, own: true });
});
