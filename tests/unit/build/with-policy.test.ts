import type { NextConfig } from 'next';
import { expect, test } from 'vitest';
import { withPolicy } from '../../../candor/src/build/with-policy';

const policyOf = ({ compiler }: NextConfig) => JSON.parse(String(compiler?.defineServer?.CANDOR_POLICY)) as object;

test('what the configuration says itself stays, and nothing is added but the policy', async () => {
  const own: NextConfig = {
    basePath: '/base',
    poweredByHeader: true,
    transpilePackages: ['own'],
    compiler: { defineServer: { OWN: 1 }, styledComponents: true },
  };
  const config = withPolicy(own, { policyFallback: 'block' });
  expect(config).toEqual({
    ...own,
    transpilePackages: ['own', 'candor'],
    compiler: { styledComponents: true, defineServer: { OWN: 1, CANDOR_POLICY: expect.any(String) as string } },
  });
  expect(policyOf(config)).toMatchObject({ fallback: 'block', builtFiles: ['/base/_next/'] });
  expect(policyOf(config)).not.toHaveProperty('tunnel');
});

test('a function that gives the configuration gets what Next passes', async () => {
  const config = withPolicy((phase) => ({ env: { PHASE: phase } }));
  expect(await config('phase-test', { defaultConfig: {} })).toMatchObject({ env: { PHASE: 'phase-test' } });
});

test('a mistake and a setting of the rest of Candor are refused before Next begins', () => {
  const settings = { tunnel: '/errors', sources: { 'img-src': ['self'] } };
  expect(() => withPolicy({}, settings)).toThrow(
    `withPolicy was called with invalid settings.
  tunnel is an unknown setting; expected one of sources, crossOriginOpenerPolicy, crossOriginResourcePolicy, permissionsPolicy, policyFallback.
  sources['img-src'] "self" is a keyword and needs its quotes, "'self'".`,
  );
});
