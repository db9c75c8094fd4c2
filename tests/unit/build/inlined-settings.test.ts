import { expect, test } from 'vitest';
import type { CandorSettings } from '../../../candor/src/build/candor-settings';
import { inlinedSettings } from '../../../candor/src/build/inlined-settings';

type Settings = Parameters<typeof inlinedSettings>;

const build = { release: '', isStable: true, versions: { next: '', react: '', '@sentry/core': '' } };
const inlinedWith = (own: Settings[0], ofNext: Settings[1], more = {}) =>
  inlinedSettings(own, ofNext, { ...build, ...more });
const everywhere = (...settings: Parameters<typeof inlinedWith>) => inlinedWith(...settings).everywhere;

test('paths have the basePath in front, and addresses of other sites do not', () => {
  expect(everywhere({ icon: '/icon.svg' }, { basePath: '/base' })).toMatchObject({
    CANDOR_HOME: '/base',
    CANDOR_ICON: '/base/icon.svg',
    CANDOR_TUNNEL: '/base/monitoring',
    CANDOR_ASSETS: '/base',
  });
  const elsewhere = { home: 'https://www.example.org/', tunnel: '/errors' };
  const expected = { CANDOR_HOME: elsewhere.home, CANDOR_TUNNEL: '/base/errors/' };
  expect(everywhere(elsewhere, { basePath: '/base', trailingSlash: true })).toMatchObject(expected);
});

test('titles end with the site’s name, and documents have an icon, only where a team sets them', () => {
  expect(everywhere({}, { basePath: '/base' })).toMatchObject({ CANDOR_TITLE_END: '', CANDOR_ICON: '' });
  expect(everywhere({ siteName: 'Shop' }, {}).CANDOR_TITLE_END).toBe(' · Shop');
});

test('the policy is what the team has set, with what it needs of Next, and without the setting empty', () => {
  const assetPrefix = 'https://cdn.example.org/site/';
  const inlined = inlinedWith({ policy: 'report' }, { basePath: '/base', assetPrefix });
  expect(inlined.everywhere.CANDOR_ASSETS).toBe('https://cdn.example.org/site');
  const policy: unknown = JSON.parse(inlined.onServer.CANDOR_POLICY);
  expect(policy).toEqual({ policy: 'report', assetPrefix, tunnel: '/base/monitoring' });
  expect(inlinedWith({}, { assetPrefix }).onServer.CANDOR_POLICY).toBe('');
});

test('parts that this Next calls unstable have that name in the build', () => {
  expect(everywhere({}, {}).CANDOR_UNSTABLE).toBe('');
  expect(everywhere({}, {}, { isStable: false }).CANDOR_UNSTABLE).toBe('unstable_');
});

test('events have source text unless a team does not want it', () => {
  expect(inlinedWith({}, {}).onServer.CANDOR_SOURCE_CONTEXT).toBe('yes');
  expect(inlinedWith({ sourceMaps: { context: false } }, {}).onServer.CANDOR_SOURCE_CONTEXT).toBe('');
});

test('a team may have neither words of visitors nor public counters', () => {
  const ofReport = (settings: CandorSettings) => {
    const { CANDOR_FEEDBACK: feedback, CANDOR_PUBLIC_COUNTERS: counters } = inlinedWith(settings, {}).onServer;
    return [feedback, counters];
  };
  expect(ofReport({})).toEqual(['yes', 'yes']);
  expect(ofReport({ report: { feedback: false } })).toEqual(['', 'yes']);
  expect(ofReport({ report: { publicCounters: false } })).toEqual(['yes', '']);
});
