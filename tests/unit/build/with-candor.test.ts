import type { NextConfig } from 'next';
import { afterEach, expect, test, vi } from 'vitest';
import { beforeBuild } from '../../../candor/src/build/before-build';
import type { CandorSettings } from '../../../candor/src/build/candor-settings';
import { withCandor } from '../../../candor/src/build/with-candor';
import { eachInFolder } from '../../support/each-in-folder';

const { folder, read, write } = eachInFolder();

const context = { defaultConfig: {} };

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

test('what the configuration says itself stays', async () => {
  vi.stubEnv('SENTRY_RELEASE', 'named');
  const own: NextConfig = {
    basePath: '/base',
    poweredByHeader: true,
    env: { OWN: 'kept' },
    experimental: { authInterrupts: false, useCache: true },
    compiler: { define: { OWN: 1 }, styledComponents: true },
    rewrites: async () => [{ source: '/old', destination: '/new' }],
  };
  const config = withCandor(own);
  expect(config).toMatchObject({
    basePath: '/base',
    poweredByHeader: true,
    env: { OWN: 'kept' },
    experimental: { authInterrupts: false, useCache: true },
    compiler: { define: { OWN: 1, CANDOR_HOME: '/base', CANDOR_RELEASE: 'named' }, styledComponents: true },
  });
  expect(await config.rewrites?.()).toEqual([{ source: '/old', destination: '/new' }]);
});

test('nothing is added that shows on a page which works', () => {
  const { poweredByHeader, headers, compiler } = withCandor({});
  expect([poweredByHeader, headers, compiler?.defineServer?.CANDOR_POLICY]).toEqual([undefined, undefined, '']);
});

test('a build is checked before it compiles, with the policy only where the team has set it', async () => {
  const once = vi.spyOn(process, 'once').mockReturnThis();
  const idOf = (...settings: CandorSettings[]) =>
    withCandor({ generateBuildId: () => 'own' }, ...settings).generateBuildId?.();
  expect(await idOf()).toBe('own');
  expect(once).not.toHaveBeenCalled();
  expect(await idOf({ policy: 'report' })).toBe('own');
  expect(once).toHaveBeenCalledExactlyOnceWith('exit', expect.any(Function));
  await expect(idOf({ policy: { mode: 'report', sources: { 'img-src': ['self'] } } })).rejects.toThrow(
    'needs its quotes',
  );
});

test.each(['VERCEL', 'NEXT_ADAPTER_PATH', 'NEXT_PRIVATE_STANDALONE'])(
  'for a platform that finds pages by the manifest, as %s says, the manifest hides Next’s error page',
  async (name) => {
    vi.stubEnv(name, '1');
    expect(await withCandor({}).rewrites?.()).toMatchObject({
      beforeFiles: [{ source: '/_global-error', destination: '/_not-found' }],
    });
  },
);

test('rewrites in three parts keep their places, and the tunnel gets one to its route', async () => {
  const rewrite = (source: string) => ({ source, destination: '/new' });
  const rewrites = async () => ({
    beforeFiles: [rewrite('/1')],
    afterFiles: [rewrite('/2')],
    fallback: [rewrite('/3')],
  });
  expect(await withCandor({ rewrites }, { tunnel: '/errors' }).rewrites?.()).toEqual({
    beforeFiles: [rewrite('/1')],
    afterFiles: [{ source: '/errors', destination: '/monitoring' }, rewrite('/2')],
    fallback: [rewrite('/3')],
  });
});

test.each<[string, (phase: string) => NextConfig | Promise<NextConfig>]>([
  ['at once', (phase) => ({ env: { PHASE: phase } })],
  ['later', async (phase) => Promise.resolve({ env: { PHASE: phase } })],
])('a function that gives the configuration %s gets what Next passes', async (_, own) => {
  const config = withCandor(own, { siteName: 'Other' });
  expect(await config('phase-test', context)).toMatchObject({
    env: { PHASE: 'phase-test' },
    compiler: { define: { CANDOR_TITLE_END: ' · Other' } },
  });
});

test('a mistake stops it before Next begins, in the settings and in the environment', () => {
  expect(() => withCandor({}, { languages: ['?'] })).toThrow('languages[0] "?" is not a language tag');
  vi.stubEnv('PORT', 'none');
  expect(() => withCandor({})).toThrow('Settings: PORT must be a number from 1 to 65535.');
});

test.each<[string, string, CandorSettings, boolean | undefined]>([
  ['without source maps', '', { sourceMaps: false }, undefined],
  ['whose source maps are uploaded', 'on', {}, true],
])(
  'a build %s keeps none, runs the hook of the team, and has the page for a site that does not respond',
  async (...row) => {
    const [, uploads, settings, ofBrowser] = row;
    vi.stubEnv('WITH_SOURCE_MAPS', uploads);
    write({ 'static/a.js.map': '{}' });
    const runAfterProductionCompile = vi.fn(async () => {});
    const config = withCandor({ compiler: { runAfterProductionCompile } }, settings);
    expect(config.productionBrowserSourceMaps).toBe(ofBrowser);
    const build = { distDir: folder(), projectDir: folder() };
    await config.compiler?.runAfterProductionCompile?.(build);
    expect(runAfterProductionCompile.mock.calls).toEqual([[build]]);
    expect(read('static/a.js.map')).toBe('{}');
    expect(read('unavailable.html')).toContain('This site is not responding');
    expect(config.experimental).not.toHaveProperty('serverSourceMaps');
  },
);

test('the ids of source maps are in chunks only where maps are uploaded', () => {
  expect(withCandor({}).turbopack).not.toHaveProperty('debugIds');
  vi.stubEnv('WITH_SOURCE_MAPS', 'on');
  expect(withCandor({ turbopack: { root: '/own' } }).turbopack).toMatchObject({ root: '/own', debugIds: true });
});

test.each([
  ['of the team', () => 'own', 'own'],
  ['that the team makes later', async () => Promise.resolve('own'), 'own'],
  ['that the team leaves to Next', () => null, null],
  ['of Next', undefined, null],
])('a build has the id %s', async (_, generateBuildId, id) => {
  expect(await beforeBuild({ generateBuildId }, () => Promise.resolve()).generateBuildId?.()).toBe(id);
});
