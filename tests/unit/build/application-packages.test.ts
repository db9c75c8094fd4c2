import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import packageJson from '../../../candor/package.json' with { type: 'json' };
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

/** Lays packages down, by their folders in `node_modules`, and returns the aliases for Candor in that application. */
function aliasesWith(packages: Record<string, object>): Record<string, string> {
  for (const [name, manifest] of Object.entries({ '@sentry/nextjs': { version: '1.0.0' }, ...packages })) {
    write(`node_modules/${name}/package.json`, JSON.stringify(manifest));
    for (const file of ['index', 'cjs/index', 'cjs/server']) write(`node_modules/${name}/${file}.js`, '');
  }
  return packageAliases(folder);
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

const redis = { '@redis/client': { version: '6.3.1' } };
const ofSdk = '@sentry/nextjs/node_modules/@sentry/core';

test('each import of another package has an alias, to ES modules of the core', () => {
  const aliases = aliasesWith({ '@sentry/core': core('1.0.0'), ...redis });
  expect(aliases).toEqual({
    '#sentry/core': join(folder, 'node_modules/@sentry/core/esm/index.js'),
    '#sentry/core/server': join(folder, 'node_modules/@sentry/core/esm/server.js'),
    '#redis/client': join(folder, 'node_modules/@redis/client/index.js'),
  });
  const outside = Object.entries(packageJson.imports).filter(([, target]) => !target.startsWith('./'));
  expect(Object.keys(aliases).sort()).toEqual(outside.map(([name]) => name).sort());
});

test('of two versions of the SDK’s core the one of the application’s SDK counts', () => {
  const aliases = aliasesWith({ '@sentry/core': core('2.0.0'), [ofSdk]: core('1.0.0') });
  expect(aliases['#sentry/core']).toBe(join(folder, 'node_modules', ofSdk, 'esm/index.js'));
  expect(installedVersion('@sentry/core', folder)).toBe('1.0.0');
});

test('a core that only the SDK can resolve is found', () => {
  const aliases = aliasesWith({ [ofSdk]: core('1.0.0') });
  expect(aliases['#sentry/core/server']).toBe(join(folder, 'node_modules', ofSdk, 'esm/server.js'));
});

test('a core that names no ES modules is aliased to what Node resolves', () => {
  const { '.': index, './server': server } = exported;
  const older = { '.': index.require, './server': server.require, './package.json': './package.json' };
  const aliases = aliasesWith({ [ofSdk]: { exports: older } });
  expect(aliases['#sentry/core/server']).toBe(join(folder, 'node_modules', ofSdk, 'cjs/server.js'));
});

test('an older core, which has one part, is all of it', () => {
  const older = { '.': exported['.'], './package.json': './package.json' };
  const aliases = aliasesWith({ '@sentry/core': { version: '1.0.0', exports: older } });
  expect(aliases['#sentry/core/server']).toBe(join(folder, 'node_modules/@sentry/core/esm/index.js'));
});

test('without a client for Redis there is a module that says so', () => {
  expect(aliasesWith({ '@sentry/core': core('1.0.0') })['#redis/client']).toMatch(/outbox\/redis\/absent-client\.js$/);
});
