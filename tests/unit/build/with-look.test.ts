import type { NextConfig } from 'next';
import { afterEach, expect, test, vi } from 'vitest';
import { withLook } from '../../../candor/src/build/with-look';
import type { Found } from '../../../candor/src/build/look/find-look';
import { eachInFolder } from '../../support/each-in-folder';

const { folder, read, write } = eachInFolder();

const trace = 'server/instrumentation.js.nft.json';
const build = (config: NextConfig = {}) =>
  withLook(config).compiler!.runAfterProductionCompile!({ distDir: folder(), projectDir: folder('..') });
const kept = () => JSON.parse(read('server/candor/look.json')) as Found;

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  delete process.env.CANDOR_BUILT_LOOK;
});

test('the look of the stylesheets is kept, deployed with the server, and known to the processes that make the pages', async () => {
  write({ 'static/chunks/a.css': 'body{background:#123456}', [trace]: JSON.stringify({ version: 1, files: [] }) });
  await build();
  expect(kept()).toMatchObject({ look: { light: { background: '#123456' } }, from: { background: 'body' } });
  expect(JSON.parse(read(trace))).toMatchObject({ files: ['candor/look.json'] });
  expect(JSON.parse(process.env.CANDOR_BUILT_LOOK ?? '')).toEqual(kept().look);
});

test.each([
  [{}, '/_next/static/media/a.woff2'],
  [{ basePath: '/shop' }, '/shop/_next/static/media/a.woff2'],
  [{ basePath: '/shop', assetPrefix: 'https://files.test/' }, 'https://files.test/_next/static/media/a.woff2'],
])('fonts have the address at which browsers find them: %j', async (config, address) => {
  write({
    'static/css/a.css': '@font-face{font-family:A;src:url(../media/a.woff2),url("data:x")}body{font-family:A}',
    [trace]: '{"files":[]}',
  });
  await build(config);
  expect(kept().look.faces).toBe(`@font-face{font-family:A;src:url(${address}),url("data:x")}`);
});

test('a script that asks for the scheme of the system makes the documents follow it', async () => {
  write({
    'static/a.css': 'body{background:#fff}.dark body{background:#000}',
    'static/a.js': 'matchMedia("(prefers-color-scheme: dark)")',
    [trace]: '{"files":[]}',
  });
  await build();
  expect(kept().look.scheme).toBe('system');
});

test('what cannot be read, and pairs of colours that are not used, are said, and the build goes on', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  write({ 'static/a.css': 'body{background:#fff', [trace]: '{"files":[]}' });
  await build();
  write({ 'static/a.css': 'body{background:#fff;color:#ddd}' });
  await build();
  expect(warn.mock.calls).toEqual([
    [
      expect.stringMatching(
        /^Candor: Screens without your styles do not look like your application: .*Unclosed block\.$/,
      ),
    ],
    [expect.stringMatching(/^Candor: body color \(#dddddd\) on #ffffff has a contrast of 1\.4/)],
  ]);
});

test('a hook of the team runs first, and its failure is its own', async () => {
  const failure = new Error('upload');
  const failing = build({ compiler: { runAfterProductionCompile: () => Promise.reject(failure) } });
  await expect(failing).rejects.toBe(failure);
});
