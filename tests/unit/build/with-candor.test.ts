import type { NextConfig } from 'next';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { CandorSettings } from '../../../candor/src/build/candor-settings';
import { beforeBuild } from '../../../candor/src/build/change-config';
import { withCandor } from '../../../candor/src/build/with-candor';
import { eachInFolder } from '../../support/each-in-folder';
import { takeConsole } from '../../support/quiet-console';

const { folder, read, write } = eachInFolder();

test('what the configuration says itself stays', () => {
  vi.stubEnv('SENTRY_RELEASE', 'named');
  const own: NextConfig = {
    basePath: '/base',
    poweredByHeader: true,
    env: { OWN: 'kept' },
    experimental: { authInterrupts: false, useCache: true },
    compiler: { define: { OWN: 1 }, styledComponents: true },
    rewrites: () => [],
  };
  const config = withCandor(own);
  const define = { OWN: 1, CANDOR_HOME: '/base', CANDOR_RELEASE: 'named' };
  const compiler = { define, styledComponents: true };
  expect(config).toMatchObject({ ...own, compiler });
});

test('a build is checked before it compiles, with the policy only where the team has set it', async () => {
  const once = vi.spyOn(process, 'once').mockReturnThis();
  const idOf = (...settings: CandorSettings[]) =>
    withCandor({ generateBuildId: () => 'own' }, ...settings).generateBuildId?.();
  expect(await idOf()).toBe('own');
  expect(once).not.toHaveBeenCalled();
  expect(await idOf({ policy: 'report' })).toBe('own');
  expect(once).toHaveBeenCalledExactlyOnceWith('exit', expect.any(Function));
  const unquoted = { mode: 'report', sources: { 'img-src': ['self'] } } as const;
  await expect(idOf({ policy: unquoted })).rejects.toThrow('needs its quotes');
});

test('a function that gives the configuration, at once or later, gets what Next passes', async () => {
  const own = (phase: string): NextConfig => ({ env: { PHASE: phase } });
  for (const config of [own, (phase: string) => Promise.resolve(own(phase))])
    expect(await withCandor(config, { siteName: 'Other' })('phase-test', { defaultConfig: {} })).toMatchObject({
      env: { PHASE: 'phase-test' },
      compiler: { define: { CANDOR_TITLE_END: ' · Other' } },
    });
});

test('a mistake stops it before Next begins, in the settings and in the environment', () => {
  expect(() => withCandor({}, { languages: ['?'] })).toThrow('languages[0] "?" is not a language tag');
  vi.stubEnv('PORT', 'none');
  expect(() => withCandor({})).toThrow('Settings: PORT must be a number from 1 to 65535.');
});

describe('a build whose code is compiled', () => {
  const code = 'a();\n//# sourceMappingURL=a.js.map';
  const map = JSON.stringify({ version: 3, sources: ['a.ts'], names: [], mappings: 'AAAA' });
  const build = () => ({ distDir: folder('.next'), projectDir: folder() });
  const isServed = () => existsSync(folder('.next/static/a.js.map'));
  const mapsOf = ({ productionBrowserSourceMaps: inBrowser, experimental }: NextConfig) => [
    inBrowser,
    (experimental as { serverSourceMaps?: boolean }).serverSourceMaps,
  ];
  beforeEach(() => write({ '.next/static/a.js': code, '.next/static/a.js.map': map }));

  const refusing: NextConfig = { productionBrowserSourceMaps: false, experimental: { serverSourceMaps: false } };
  const none = { sourceMaps: false };

  test.each<[what: string, uploads: string, own: NextConfig, settings: CandorSettings, maps: unknown[], kept: boolean]>(
    [
      ['has maps of server and browser, kept on the server', '', {}, {}, [true, true], true],
      ['has no maps that its configuration refuses', '', refusing, {}, [false, false], true],
      ['has maps as Next makes them', '', {}, none, [undefined, undefined], false],
      ['keeps no maps that are uploaded', 'on', {}, {}, [true, undefined], false],
    ],
  )('%s', async (_, uploads, own, settings, maps, kept) => {
    vi.stubEnv('WITH_SOURCE_MAPS', uploads);
    const seen: unknown[] = [];
    const runAfterProductionCompile = async (made: unknown) => {
      await new Promise(setImmediate);
      seen.push(made, isServed());
    };
    const config = withCandor({ ...own, compiler: { runAfterProductionCompile } }, settings);
    expect(mapsOf(config)).toEqual(maps);
    await config.compiler?.runAfterProductionCompile?.(build());
    expect(seen, 'the team’s hook runs first').toEqual([build(), true]);
    expect([isServed(), existsSync(folder('.next/server/browser-maps/static/a.js.map'))]).toEqual([!kept, kept]);
    expect(read('.next/static/a.js')).toBe(kept ? 'a();' : code);
    expect(read('.next/unavailable.html')).toContain('This site is not responding');
  });

  test('names what cannot be done, and continues', async () => {
    write({ '.next/server/browser-maps': 'a file', '.next/unavailable.html/a': '' });
    await withCandor({}).compiler?.runAfterProductionCompile?.(build());
    expect(takeConsole('warn')).toEqual([
      expect.stringMatching(/^Candor: unavailable\.html .* proxy’s own page .*EISDIR/),
      expect.stringMatching(/^Candor: static\/a\.js has no source map: E/),
    ]);
    expect(isServed()).toBe(false);
  });

  test('names a hook of the SDK that stands around ours', async () => {
    const wrapper = 'node_modules/@sentry/nextjs/build/wrapper.cjs';
    const apply = '{ apply: async (...[target, , given]) => target(...given) }';
    write({ [wrapper]: `exports.wrap = (hook) => new Proxy(hook, ${apply});` });
    const { wrap } = createRequire(import.meta.url)(folder(wrapper)) as { wrap: <Hook>(hook: Hook) => Hook };
    await wrap(withCandor({}).compiler!.runAfterProductionCompile!)(build());
    expect(takeConsole('warn')).toEqual([expect.stringContaining('Write withCandor(withSentryConfig(…)).')]);
  });

  test('says that scripts stay as they are whose hashes Next has written into it', async () => {
    const config = withCandor({ experimental: { sri: { algorithm: 'sha256' } } });
    await config.compiler?.runAfterProductionCompile?.(build());
    expect([read('.next/static/a.js'), isServed()]).toEqual([code, false]);
    expect(takeConsole('warn')).toEqual([expect.stringContaining('experimental.sri')]);
  });
});

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
