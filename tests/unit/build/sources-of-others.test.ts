import { expect, test } from 'vitest';
import { sourcesOfOthers } from '../../../candor/src/build/sources-of-others';
import { eachInFolder } from '../../support/each-in-folder';

const { folder, write } = eachInFolder();

const ofOthers = (sources: (string | null)[], ignoreList?: number[]) => {
  const build = { folder: folder('apps/web/.next'), project: folder('apps/web') };
  const others = sourcesOfOthers({ sources, ignoreList }, 'server/chunks/ssr/a.js', build);
  return others.map((index) => sources[index]);
};

test('files outside of packages are the team’s, by every bundler', () => {
  write({ 'apps/web/app/[id]/page.tsx': '', 'packages/ui/index.ts': '' });
  const own = [
    '../../../../app/%5Bid%5D/page.tsx',
    '../../../../../../packages/ui/index.ts',
    'turbopack:///[project]/app/[id]/page.tsx',
    'turbopack:///[project]/../../packages/ui/index.ts',
    'webpack://_N_E/./app/[id]/page.tsx?1b2c',
    'webpack://web/../../packages/ui/index.ts',
  ];
  expect(ofOthers(own)).toEqual([]);
  expect(ofOthers(own, [2])).toEqual([own[2]]); // As the bundler says.
});

test('packages, names that packages have in maps of their own, and what a bundler has made up are not the team’s', () => {
  write({ 'apps/web/node_modules/zod/index.js': '', 'apps/web/app/global-error.tsx': '' });
  const others = [
    'webpack://_N_E/./node_modules/zod/index.js',
    'webpack://_N_E/../../../src/shared/lib/utils.ts',
    'webpack://web/../src/attributes.ts',
    'webpack://web/_N_E/./app/global-error.tsx/__nextjs-internal-proxy.mjs',
    'webpack://web/?1350',
    'turbopack:///[turbopack]/browser/runtime.ts',
    '../../../../.next-internal/server/app/page/actions.js (server actions loader)',
    '/etc/passwd',
    null,
  ];
  expect(ofOthers(others)).toEqual(others);
});
