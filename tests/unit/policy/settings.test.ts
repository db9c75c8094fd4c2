import { expect, test } from 'vitest';
import { policySettings, type BuiltPolicy } from '../../../candor/src/policy/settings';

const cdn = 'https://cdn.test';

test.each<[string, BuiltPolicy, object, headers?: object]>([
  ['a mode alone has the defaults', { policy: 'enforce' }, { mode: 'enforce', sources: {}, tunnel: undefined }],
  [
    'what a team sets counts',
    {
      policy: {
        mode: 'enforce',
        sources: { 'img-src': ['data:'] },
        crossOriginOpenerPolicy: 'unsafe-none',
        crossOriginResourcePolicy: 'same-site',
        permissionsPolicy: { camera: ['self', 'https://meet.test'], fullscreen: ['*'] },
      },
      tunnel: '/errors',
    },
    { mode: 'enforce', sources: { 'img-src': ['data:'] }, tunnel: '/errors' },
    {
      'Cross-Origin-Opener-Policy': 'unsafe-none',
      'Cross-Origin-Resource-Policy': 'same-site',
      'Permissions-Policy': 'camera=(self "https://meet.test"), geolocation=(), microphone=(), fullscreen=(*)',
    },
  ],
  [
    'an assetPrefix on another origin is permitted',
    { policy: { mode: 'enforce', sources: { 'img-src': ['data:'] } }, assetPrefix: 'https://cdn.test/site/' },
    {
      sources: {
        ...{ 'script-src': [cdn], 'style-src-elem': [cdn], 'font-src': [cdn], 'connect-src': [cdn] },
        'img-src': ['data:', cdn],
      },
    },
  ],
  ['an assetPrefix that is a path adds nothing', { policy: 'enforce', assetPrefix: '/files' }, { sources: {} }],
])('%s', (_, built, settings, headers = {}) => {
  const { headers: all, ...rest } = policySettings(built);
  expect(rest).toMatchObject(settings);
  expect(Object.fromEntries(all)).toEqual({
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    ...headers,
  });
});

test('a policy that only reports has no other header beside it', () => {
  const policy = { mode: 'report', crossOriginOpenerPolicy: 'same-origin' } as const;
  expect(policySettings({ policy }).headers).toEqual([]);
});
