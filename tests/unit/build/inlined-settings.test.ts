import { expect, test } from 'vitest';
import { inlinedSettings } from '../../../candor/src/build/inlined-settings';

type Settings = Parameters<typeof inlinedSettings>;

const build = { release: '', isStable: true, versions: { next: '', react: '', '@sentry/core': '' } };
const assetPrefix = 'https://cdn.example.org/site/';
const elsewhere = 'https://www.example.org/';

test.each<[own: Settings[0], ofNext: Settings[1], inlined: Record<string, string>]>([
  [{}, { basePath: '/base' }, { CANDOR_HOME: '/base', CANDOR_TUNNEL: '/base/monitoring', CANDOR_ASSETS: '/base' }],
  [{}, {}, { CANDOR_TITLE_END: '', CANDOR_ICON: '', CANDOR_UNSTABLE: '', CANDOR_POLICY: '' }],
  [{}, {}, { CANDOR_SOURCE_CONTEXT: 'yes', CANDOR_FEEDBACK: 'yes', CANDOR_PUBLIC_COUNTERS: 'yes' }],
  [
    { siteName: 'Shop', icon: '/icon.svg' },
    { basePath: '/b' },
    { CANDOR_TITLE_END: ' · Shop', CANDOR_ICON: '/b/icon.svg' },
  ],
  [
    { home: elsewhere, tunnel: '/errors' },
    { basePath: '/b', trailingSlash: true },
    { CANDOR_HOME: elsewhere, CANDOR_TUNNEL: '/b/errors/' },
  ],
  [
    { policy: 'report' },
    { basePath: '/base', assetPrefix },
    {
      CANDOR_ASSETS: 'https://cdn.example.org/site',
      CANDOR_POLICY: JSON.stringify({ policy: 'report', assetPrefix, tunnel: '/base/monitoring' }),
    },
  ],
  [{ sourceMaps: { context: false } }, {}, { CANDOR_SOURCE_CONTEXT: '' }],
  [{ report: { feedback: false } }, {}, { CANDOR_FEEDBACK: '', CANDOR_PUBLIC_COUNTERS: 'yes' }],
  [{ report: { publicCounters: false } }, {}, { CANDOR_FEEDBACK: 'yes', CANDOR_PUBLIC_COUNTERS: '' }],
])('%j with %j of Next is inlined as %j', (own, ofNext, inlined) => {
  const { everywhere, onServer } = inlinedSettings(own, ofNext, build);
  expect({ ...everywhere, ...onServer }).toMatchObject(inlined);
});

test('parts that this Next calls unstable have that name in the build', () => {
  expect(inlinedSettings({}, {}, { ...build, isStable: false }).everywhere.CANDOR_UNSTABLE).toBe('unstable_');
});
