import { createRequire } from 'node:module';
import type { NextConfig } from 'next';
import { afterEach, expect, test, vi } from 'vitest';
import { withSourceMaps } from '../../../candor/src/build/with-source-maps';
import { eachInFolder } from '../../support/each-in-folder';

const { folder, read, write } = eachInFolder();

const code = 'a();\n//# sourceMappingURL=a.js.map';
const map = { version: 3, sources: ['a.ts'], names: [], mappings: 'AAAA' };
const build = (config: NextConfig) =>
  withSourceMaps(config).compiler!.runAfterProductionCompile!({ distDir: folder(), projectDir: folder('..') });

afterEach(() => void vi.restoreAllMocks());

test('both bundlers make maps of server and browser, unless the configuration says that they do not', () => {
  expect(withSourceMaps({ experimental: { useCache: true } })).toMatchObject({
    productionBrowserSourceMaps: true,
    experimental: { useCache: true, serverSourceMaps: true },
  });
  expect(
    withSourceMaps({ productionBrowserSourceMaps: false, experimental: { serverSourceMaps: false } }),
  ).toMatchObject({ productionBrowserSourceMaps: false, experimental: { serverSourceMaps: false } });
});

test('a hook of the team runs first, with what Next passes, and finds the maps as they were made', async () => {
  write({ 'static/a.js': code, 'static/a.js.map': JSON.stringify(map) });
  const seen: unknown[] = [];
  const runAfterProductionCompile = async (made: unknown) => {
    await new Promise(setImmediate);
    seen.push(made, read('static/a.js'), read('static/a.js.map'));
  };
  await build({ compiler: { runAfterProductionCompile } });
  expect(seen).toEqual([{ distDir: folder(), projectDir: folder('..') }, code, JSON.stringify(map)]);
  expect(JSON.parse(read('server/browser-maps/static/a.js.map'))).toMatchObject(map);
  expect(read('static/a.js')).toBe('a();');
});

test('the failure of a team’s hook is its own, and leaves no map where it would be served', async () => {
  write({ 'static/a.js.map': JSON.stringify(map) });
  const failure = new Error('upload');
  const failing = build({ compiler: { runAfterProductionCompile: () => Promise.reject(failure) } });
  await expect(failing).rejects.toBe(failure);
  expect(() => read('static/a.js.map')).toThrow('ENOENT');
});

test('a hook that withSentryConfig has put around ours is named', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const wrapper = 'node_modules/@sentry/nextjs/build/wrapper.cjs';
  write({
    [wrapper]: 'exports.wrap = (hook) => new Proxy(hook, { apply: async (...[target, , given]) => target(...given) });',
  });
  const { wrap } = createRequire(import.meta.url)(folder(wrapper)) as { wrap: <Hook>(hook: Hook) => Hook };
  await wrap(withSourceMaps({}).compiler!.runAfterProductionCompile!)({
    distDir: folder('.next'),
    projectDir: folder(),
  });
  expect(warn.mock.calls).toEqual([[expect.stringContaining('Write withCandor(withSentryConfig(…)).')]]);
});

test('what cannot be done is a sentence, and the build goes on', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  write({ 'static/a.js': code, 'static/a.js.map': JSON.stringify(map), 'server/browser-maps': 'a file' });
  await build({});
  expect(warn.mock.calls).toEqual([[expect.stringMatching(/^Candor: static\/a\.js has no source map: E/)]]);
});

test('scripts whose hashes Next has written into the build are not changed, which is said', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  write({ 'static/a.js': code, 'static/a.js.map': JSON.stringify(map) });
  await build({ experimental: { sri: { algorithm: 'sha256' } } });
  expect(read('static/a.js')).toBe(code);
  expect(JSON.parse(read('server/browser-maps/static/a.js.map'))).toMatchObject(map);
  expect(warn.mock.calls).toContainEqual([expect.stringContaining('experimental.sri')]);
});
