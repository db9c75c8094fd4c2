import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { siteLanguages, wordAliases } from '../../../candor/src/build/languages';
import { optionAliases } from '../../../candor/src/build/sdk-option-files';
import { withAliases } from '../../../candor/src/build/with-aliases';
import { eachInFolder } from '../../support/each-in-folder';

const { folder, write } = eachInFolder();

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

const text = `import { defineSdkOptions } from 'candor';\nexport default defineSdkOptions({});\n`;

test('options are found at the top and in src/, as TypeScript and JavaScript; one of the SDK’s setup wizard is not loaded', () => {
  write({ 'sentry.server.config.ts': text, 'src/sentry.client.config.mjs': text });
  write({ 'src/sentry.edge.config.js': `Sentry.init({ dsn: '' });\n` });
  expect(optionAliases(folder())).toEqual({
    '#options/client': folder('src/sentry.client.config.mjs'),
    '#options/server': folder('sentry.server.config.ts'),
  });
});

const here = fileURLToPath(new URL('.', import.meta.url));

const site = { tags: ['en', 'de'], cookie: 'lang', domains: { 'a.test': 'de' } };

test.each([
  [{}, { tags: ['en'] }],
  [{ languages: ['fr', 'en'] }, { tags: ['fr', 'en'] }],
  [{ languages: { tags: ['en', 'de'] } }, { tags: ['en', 'de'] }],
  [{ languages: site }, site],
])('the settings %j are a site with %j', (settings, expected) => {
  const byDefault = { cookie: 'NEXT_LOCALE', domains: {}, basePath: '/base' };
  expect(siteLanguages(settings, '/base')).toEqual({ ...byDefault, ...expected });
});

test('imports of words lead to those of the default language, and to the team’s module', () => {
  expect(wordAliases(here, { languages: ['de-AT', 'en'] })['#words']).toMatch(/shared\/words\/de\.js$/);
  expect(wordAliases(here, { languages: ['it'], messages: './with-aliases.test.ts' })).toMatchObject({
    '#words': expect.stringMatching(/shared\/words\/en\.js$/),
    '#messages': fileURLToPath(import.meta.url),
  });
  expect(() => wordAliases(here, { messages: './none.ts' })).toThrow(`messages: there is no file ${here}none.ts.`);
});
