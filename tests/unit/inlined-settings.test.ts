import { expect, test } from 'vitest';
import { inlinedSettings } from '../../candor/inlined-settings';
import { policySettings } from '../../candor/policy/policy-settings';

test('paths have the basePath in front, and addresses of other sites do not', () => {
  expect(inlinedSettings({ icon: '/icon.svg' }, { basePath: '/base' }).everywhere).toMatchObject({
    CANDOR_HOME: '/base',
    CANDOR_ICON: '/base/icon.svg',
    CANDOR_TUNNEL: '/base/monitoring',
    CANDOR_ASSETS: '/base',
  });
  const elsewhere = { home: 'https://www.example.org/', tunnel: '/errors' };
  expect(inlinedSettings(elsewhere, { basePath: '/base', trailingSlash: true }).everywhere).toMatchObject({
    CANDOR_HOME: 'https://www.example.org/',
    CANDOR_TUNNEL: '/base/errors/',
  });
});

test('titles end with the site’s name, and documents have an icon, only where a team sets them', () => {
  expect(inlinedSettings({}, { basePath: '/base' }).everywhere).toMatchObject({
    CANDOR_TITLE_END: '',
    CANDOR_ICON: '',
  });
  expect(inlinedSettings({ siteName: 'Shop' }, {}).everywhere.CANDOR_TITLE_END).toBe(' · Shop');
});

test('the files of the build may come from another origin, which the policy then allows', () => {
  const assetPrefix = 'https://cdn.example.org/site/';
  const sources = { 'img-src': ['data:'] };
  const { everywhere, onServer } = inlinedSettings({ sources }, { basePath: '/base', assetPrefix });
  expect(everywhere.CANDOR_ASSETS).toBe('https://cdn.example.org/site');
  const origin = 'https://cdn.example.org';
  expect(JSON.parse(onServer.CANDOR_POLICY)).toMatchObject({
    sources: { 'script-src': [origin], 'style-src-elem': [origin], 'font-src': [origin], 'img-src': ['data:', origin] },
    builtFiles: '/base/_next/',
  });
});

test('a prefix that is a path is no other origin', () => {
  expect(policySettings({}, { basePath: '', assetPrefix: '/files', tunnel: '/monitoring' })).toMatchObject({
    sources: {},
    builtFiles: '/files/_next/',
  });
});

test('parts that this Next calls unstable have that name in the build', () => {
  expect(inlinedSettings({}, {}).everywhere.CANDOR_UNSTABLE).toBe('');
  expect(inlinedSettings({}, {}, { isStable: false }).everywhere.CANDOR_UNSTABLE).toBe('unstable_');
});
