import { expect, test } from 'vitest';
import packageJson from '../../../candor/package.json' with { type: 'json' };
import { installedVersion, packageAliases } from '../../../candor/src/build/application-packages';
import { eachInFolder } from '../../support/each-in-folder';

const { folder, write } = eachInFolder();
const installed = (path: string) => folder(`node_modules/${path}`);

const exported = {
  '.': { import: { default: './esm/index.js' }, require: { default: './cjs/index.js' } },
  './server': { import: { default: './esm/server.js' }, require: { default: './cjs/server.js' } },
  './package.json': './package.json',
};
const core = (version: string) => ({ version, exports: exported });

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

test('a core that names no ES modules is aliased to what Node resolves', () => {
  const { '.': index, './server': server } = exported;
  const older = { '.': index.require, './server': server.require, './package.json': './package.json' };
  const aliases = aliasesWith({ [ofSdk]: { exports: older } });
  expect(aliases['#sentry/core/server']).toBe(installed(`${ofSdk}/cjs/server.js`));
});

test('an older core, which has one part, is all of it', () => {
  const older = { '.': exported['.'], './package.json': './package.json' };
  const aliases = aliasesWith({ '@sentry/core': { version: '1.0.0', exports: older } });
  expect(aliases['#sentry/core/server']).toBe(installed('@sentry/core/esm/index.js'));
});

test('without a client for Redis there is a module that says so', () => {
  expect(aliasesWith({ '@sentry/core': core('1.0.0') })['#redis/client']).toMatch(/outbox\/redis\/absent-client\.js$/);
});
