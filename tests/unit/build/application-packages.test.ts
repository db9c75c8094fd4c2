import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { installedVersion, packageAliases } from '../../../candor/src/build/application-packages';

let folder: string;
beforeEach(() => void (folder = realpathSync(mkdtempSync(join(tmpdir(), 'candor-packages-')))));
afterEach(() => rmSync(folder, { recursive: true }));

const exported = {
  '.': { import: { default: './esm/index.js' }, require: { default: './cjs/index.js' } },
  './server': { import: { default: './esm/server.js' }, require: { default: './cjs/server.js' } },
  './package.json': './package.json',
};
const core = (version: string) => ({ version, exports: exported });

/** Lays packages down, by their folders in `node_modules`, and returns the aliases for Candor among them. */
function aliasesWith(packages: Record<string, object>): Record<string, string> {
  for (const [name, manifest] of Object.entries({ '@sentry/nextjs': { version: '1.0.0' }, ...packages })) {
    write(`node_modules/${name}/package.json`, JSON.stringify(manifest));
    for (const file of ['index', 'cjs/index', 'cjs/server']) write(`node_modules/${name}/${file}.js`, '');
  }
  return packageAliases(folder, join(folder, 'node_modules/candor/dist/build/file.js'));
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

const redis = { '@redis/client': { version: '6.3.1' } };
const ofSdk = 'node_modules/@sentry/nextjs/node_modules/@sentry/core';

test('nothing is added where each import leads to the right copy', () => {
  expect(aliasesWith({ '@sentry/core': core('1.0.0'), ...redis })).toEqual({});
});

test('of two versions of the SDK’s core the one of the application’s SDK counts, as ES modules', () => {
  const aliases = aliasesWith({
    '@sentry/core': core('2.0.0'),
    '@sentry/nextjs/node_modules/@sentry/core': core('1.0.0'),
    ...redis,
  });
  expect(aliases).toEqual({
    '#sentry/core': join(folder, ofSdk, 'esm/index.js'),
    '#sentry/core/server': join(folder, ofSdk, 'esm/server.js'),
  });
  expect(installedVersion('@sentry/core', folder)).toBe('1.0.0');
});

test('a core that Candor cannot resolve is found by way of the SDK', () => {
  const aliases = aliasesWith({ '@sentry/nextjs/node_modules/@sentry/core': core('1.0.0'), ...redis });
  expect(Object.keys(aliases)).toEqual(['#sentry/core', '#sentry/core/server']);
});

test('a core that names no ES modules is aliased to what Node resolves', () => {
  const { '.': index, './server': server } = exported;
  const older = { '.': index.require, './server': server.require, './package.json': './package.json' };
  const aliases = aliasesWith({ '@sentry/nextjs/node_modules/@sentry/core': { exports: older }, ...redis });
  expect(aliases['#sentry/core/server']).toBe(join(folder, ofSdk, 'cjs/server.js'));
});

test('what only the application can resolve is found, from wherever Candor is linked', () => {
  aliasesWith({ '@sentry/core': core('1.0.0'), ...redis });
  expect(packageAliases(folder, join(tmpdir(), 'elsewhere/file.js'))).toMatchObject({
    '#sentry/core': join(folder, 'node_modules/@sentry/core/esm/index.js'),
    '#redis/client': join(folder, 'node_modules/@redis/client/index.js'),
  });
});

test('without a client for Redis there is a module that says so', () => {
  expect(aliasesWith({ '@sentry/core': core('1.0.0') })).toEqual({
    '#redis/client': expect.stringMatching(/outbox\/redis\/absent-client\.js$/) as string,
  });
});
