import { expect, test } from 'vitest';
import { tested } from '../../../../candor/src/internals/patches';
import { setsToRun } from '../../../../scripts/versions/version-sets';

const registry: Record<string, string[]> = {
  next: ['16.4.6', '16.5.0-canary.38', '16.5.0-canary.4'],
  react: ['19.3.1'],
  '@sentry/nextjs': ['11.8.0', '11.1.0'],
  typescript: ['7.0.2'],
};
const published = async (name: string) => registry[name] ?? [];

test('without arguments the supported ends, the newest of each package and webpack are run', async () => {
  const sets = await setsToRun([], published);
  expect(Object.fromEntries(sets.map(({ name, packages }) => [name, packages]))).toEqual({
    installed: {},
    oldest: {
      next: `${tested.next[0]}.0`,
      react: `${tested.react[0]}.0`,
      'react-dom': `${tested.react[0]}.0`,
      '@sentry/nextjs': `${tested['@sentry/core'][0]}.0`,
      '@sentry/core': `${tested['@sentry/core'][0]}.0`,
    },
    newest: { next: '16.4.6', react: '19.3.1', 'react-dom': '19.3.1' },
    canary: { next: '16.5.0-canary.38' },
    sdk: { '@sentry/nextjs': '11.8.0', '@sentry/core': '11.8.0' },
    typescript: { typescript: '7.0.2' },
    webpack: {},
  });
  expect(sets.map(({ name, bundler }) => bundler === 'webpack' && name).filter(Boolean)).toEqual(['webpack']);
});

test('a name is one set, and packages with a version are one more, without asking the registry', async () => {
  const nobody = async () => Promise.reject(new Error('asked'));
  expect(await setsToRun(['next@16.3.8', 'installed', '@sentry/nextjs@11.2.0'], nobody)).toEqual([
    { name: 'installed', packages: {}, bundler: 'turbopack' },
    {
      name: 'next@16.3.8 @sentry/nextjs@11.2.0',
      packages: { next: '16.3.8', '@sentry/nextjs': '11.2.0', '@sentry/core': '11.2.0' },
      bundler: 'turbopack',
    },
  ]);
});

test('anything else is refused by its name', async () => {
  await expect(setsToRun(['installed', 'lodash@1.0.0', 'cnaary'], published)).rejects.toThrow(
    /^Unknown versions: lodash@1\.0\.0, cnaary\. Expected installed, /,
  );
  await expect(setsToRun(['canary'], async () => ['16.4.6'])).rejects.toThrow('lists no canary of next');
});
