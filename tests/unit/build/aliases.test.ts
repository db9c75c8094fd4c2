import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import packageJson from '../../../candor/package.json' with { type: 'json' };
import { installedVersion, packageAliases } from '../../../candor/src/build/application-packages';
import { buildRelease } from '../../../candor/src/build/build-release';
import { withAliases } from '../../../candor/src/build/change-config';
import { siteLanguages, wordAliases } from '../../../candor/src/build/languages';
import { optionAliases } from '../../../candor/src/build/sdk-option-files';
import { eachInFolder } from '../../support/each-in-folder';

const { folder, write } = eachInFolder();
const installed = (path: string) => folder(`node_modules/${path}`);

const part = (name: string) => ({ import: { default: `./esm/${name}.js` }, require: { default: `./cjs/${name}.js` } });
const [index, server] = [part('index'), part('server')];
const core = (version: string, exports: object = { '.': index, './server': server }) => {
  return { version, exports: { ...exports, './package.json': './package.json' } };
};

/** Lays packages down, by their folders in `node_modules`, and returns the aliases for Candor in that application. */
function aliasesWith(packages: Record<string, object>): Record<string, string> {
  for (const [name, manifest] of Object.entries({ '@sentry/nextjs': { version: '1.0.0' }, ...packages })) {
    write({ [`node_modules/${name}/package.json`]: JSON.stringify(manifest) });
    for (const file of ['index', 'cjs/index', 'cjs/server']) write({ [`node_modules/${name}/${file}.js`]: '' });
  }
  return packageAliases(folder());
}

const redis = { '@redis/client': { version: '6.3.1' } };
const ofSdk = '@sentry/nextjs/node_modules/@sentry/core';

test('each import of another package has an alias, to ES modules of the core', () => {
  const aliases = aliasesWith({ '@sentry/core': core('1.0.0'), ...redis });
  expect(aliases).toEqual({
    '#sentry/core': installed('@sentry/core/esm/index.js'),
    '#sentry/core/server': installed('@sentry/core/esm/server.js'),
    '#redis/client': installed('@redis/client/index.js'),
  });
  const outside = Object.entries(packageJson.imports).filter(([, target]) => !target.startsWith('./'));
  expect(Object.keys(aliases).sort()).toEqual(outside.map(([name]) => name).sort());
});

test('of two versions of the SDK’s core the one of the application’s SDK counts', () => {
  const aliases = aliasesWith({ '@sentry/core': core('2.0.0'), [ofSdk]: core('1.0.0') });
  expect(aliases['#sentry/core']).toBe(installed(`${ofSdk}/esm/index.js`));
  expect(installedVersion('@sentry/core', folder())).toBe('1.0.0');
});

test.each([
  ['that names no ES modules is what Node resolves', { '.': index.require, './server': server.require }, 'cjs/server'],
  ['that has one part is all of it', { '.': index }, 'esm/index'],
])('an older core %s, and without a client for Redis there is a module that says so', (_, exports, file) => {
  const aliases = aliasesWith({ '@sentry/core': core('1.0.0', exports) });
  expect(aliases['#sentry/core/server']).toBe(installed(`@sentry/core/${file}.js`));
  expect(aliases['#redis/client']).toMatch(/outbox\/redis\/absent-client\.js$/);
});

const application = '/repository/apps/web';
const aliases = { '#one': join(application, 'node_modules/one/index.js'), '#two': '/repository/node_modules/two.js' };

test('Turbopack gets relative paths, and the team’s own aliases stay', () => {
  const turbopack = { root: '/own', resolveAlias: { own: './own.js' } };
  const ours = { '#one': './node_modules/one/index.js', '#two': './../../node_modules/two.js' };
  const expected = { root: '/own', resolveAlias: { ...ours, own: './own.js' } };
  expect(withAliases({ turbopack }, application, aliases).turbopack).toEqual(expected);
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

test('options are found at the top and in src/, as TypeScript and JavaScript; one of the SDK’s setup wizard is not loaded', () => {
  const text = `import { defineSdkOptions } from 'candor';\nexport default defineSdkOptions({});\n`;
  write({ 'sentry.server.config.ts': text, 'src/sentry.client.config.mjs': text });
  write({ 'src/sentry.edge.config.js': `Sentry.init({ dsn: '' });\n` });
  expect(optionAliases(folder())).toEqual({
    '#options/client': folder('src/sentry.client.config.mjs'),
    '#options/server': folder('sentry.server.config.ts'),
  });
});

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
  const here = fileURLToPath(new URL('.', import.meta.url));
  expect(wordAliases(here, { languages: ['de-AT', 'en'] })['#words']).toMatch(/shared\/words\/de\.js$/);
  expect(wordAliases(here, { languages: ['it'], messages: './aliases.test.ts' })).toMatchObject({
    '#words': expect.stringMatching(/shared\/words\/en\.js$/),
    '#messages': fileURLToPath(import.meta.url),
  });
  expect(() => wordAliases(here, { messages: './none.ts' })).toThrow(`messages: there is no file ${here}none.ts.`);
});

test('a build has the name that the environment gives it, else that of its commit, else none', () => {
  const release = (env = {}) => buildRelease(env, folder());
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder(), encoding: 'utf8' }).trim();
  expect(release()).toBe('unreleased');
  git('init', '--quiet');
  expect(release()).toBe('unreleased');
  const author = ['-c', 'user.name=Team', '-c', 'user.email=team@example.org'];
  git(...author, 'commit', '--quiet', '--allow-empty', '-m', 'x');
  const commit = git('rev-parse', 'HEAD');
  expect([release(), release({ SENTRY_RELEASE: '' }), release({ SENTRY_RELEASE: '1' })]).toEqual([commit, commit, '1']);
});
