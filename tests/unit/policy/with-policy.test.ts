import type { NextConfig } from 'next';
import { expect, test } from 'vitest';
import { withPolicy } from '../../../candor/src/policy/with-policy';

const built = ({ compiler }: NextConfig) => JSON.parse(String(compiler?.defineServer?.CANDOR_POLICY)) as object;

test('what the configuration says itself stays, and nothing is added but the policy', async () => {
  const own: NextConfig = {
    assetPrefix: 'https://cdn.test',
    poweredByHeader: true,
    transpilePackages: ['own'],
    generateBuildId: () => 'own',
    compiler: { defineServer: { OWN: 1 }, styledComponents: true },
  };
  const config = withPolicy(own, 'enforce');
  expect(config).toEqual({
    ...own,
    generateBuildId: expect.any(Function) as unknown,
    transpilePackages: ['own', 'candor'],
    compiler: { styledComponents: true, defineServer: { OWN: 1, CANDOR_POLICY: expect.any(String) as string } },
  });
  expect(built(config)).toEqual({ policy: 'enforce', assetPrefix: 'https://cdn.test' });
});

test('a function that gives the configuration gets what Next passes', async () => {
  const config = withPolicy((phase) => ({ env: { PHASE: phase } }), 'report');
  expect(await config('phase-test', { defaultConfig: {} })).toMatchObject({ env: { PHASE: 'phase-test' } });
});

test('a build waits for the check of the settings, and ends where one is invalid', async () => {
  const policy = { mode: 'report', sources: { 'img-src': ['self'] } } as const;
  const failing = withPolicy({}, policy).generateBuildId?.();
  await expect(failing).rejects.toThrow(`policy.sources['img-src'] "self" is a keyword`);
});
