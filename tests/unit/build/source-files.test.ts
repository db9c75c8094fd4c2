import { expect, test } from 'vitest';
import { sourceFiles } from '../../../candor/src/build/source-files';
import { eachInFolder } from '../../support/each-in-folder';

const { folder, write } = eachInFolder();
const build = () => ({ folder: folder('apps/web/.next'), project: folder('apps/web') });
const named = (names: (string | null)[], chunk = 'server/chunks/ssr/a.js') => sourceFiles(names, chunk, build());
const page = 'app/(shop)/[id]/page a.tsx';
const ui = '../../packages/ui/index.ts';
const other = (file: string) => ({ file, inApp: false });

test.each([
  ['../../../../app/(shop)/%5Bid%5D/page%20a.tsx', page],
  ['turbopack:///[project]/app/(shop)/[id]/page a.tsx', page],
  ['webpack://_N_E/./app/(shop)/[id]/page a.tsx?1b2c', page],
  [() => folder('apps/web/app/(shop)/[id]/page a.tsx'), page],
  [() => `file://${folder('apps/web/app/(shop)/[id]/page a.tsx')}`, page],
  ['../../../../../../packages/ui/index.ts', ui],
  ['turbopack:///[project]/../../packages/ui/index.ts', ui],
  ['webpack://web/../../packages/ui/index.ts', ui],
])('%s is the team’s %s', (name, file) => {
  write({ [`apps/web/${page}`]: '', 'packages/ui/index.ts': '' });
  expect(named([typeof name === 'string' ? name : name()])).toEqual([{ file, inApp: true }]);
});

test.each([
  ['../../../../node_modules/%40sentry/core/src/env.ts', 'node_modules/@sentry/core/src/env.ts'],
  ['turbopack:///[project]/node_modules/.pnpm/zod@4/node_modules/zod/a.js', 'node_modules/zod/a.js'],
  ['file:///home/ci/build/node_modules/next/dist/a.js', 'node_modules/next/dist/a.js'],
  ['webpack://_N_E/./node_modules/zod/index.js', 'node_modules/zod/index.js'],
  ['webpack://_N_E/../../../src/shared/utils.ts', '../../../src/shared/utils.ts'],
  ['webpack://web/_N_E/./app/page.tsx/__nextjs-proxy.mjs', '_N_E/app/page.tsx/__nextjs-proxy.mjs'],
  ['turbopack:///[project]/app/page.tsx/__nextjs-proxy.mjs', 'app/page.tsx/__nextjs-proxy.mjs'],
  ['webpack://_N_E/webpack/bootstrap', 'webpack/bootstrap'],
  ['webpack://web/?1350', ''],
  ['turbopack:///[turbopack]/browser/runtime.ts', '[turbopack]/browser/runtime.ts'],
  ['../../../../.next-internal/page/actions.js (server)', '.next-internal/page/actions.js (server)'],
  ['turbopack:///[project]/%E0%A4%A', '%E0%A4%A'],
  ['data:text/plain,a', '.next/server/chunks/ssr/data:text/plain,a'],
])('%s is of a package, or a bundler has made it up', (name, file) => {
  write({ 'apps/web/node_modules/zod/index.js': '', 'apps/web/app/page.tsx': '' });
  expect(named([name, null])).toEqual([other(file), null]);
});

test('names that count from the root of a monorepo lead to their files, and names that count from the application stay', () => {
  const all = ['apps/web/app/[id]/page.tsx', 'apps/web/lib/a b.ts', 'apps/api/client.ts', 'packages/ui/index.ts'];
  write(Object.fromEntries(all.map((file) => [file, ''])));
  const ofProject = (file: string) => named([`turbopack:///[project]/${file}`], 'static/a.js');
  const files = ['app/[id]/page.tsx', 'lib/a b.ts', '../api/client.ts', '../../packages/ui/index.ts'];
  expect(all.flatMap(ofProject)).toEqual(files.map((file) => ({ file, inApp: true })));
  write({ 'app/[id]/page.tsx': '', 'lib/a b.ts': '' });
  const found = files.slice(0, 2).flatMap(ofProject);
  expect(found.map((named) => named?.file)).toEqual(files.slice(0, 2));
});

test('names of edge code that are two folders short lead to their files', () => {
  write({ 'apps/web/app/[id]/route.ts': '' });
  const names = ['../../app/%5Bid%5D/route.ts', '../../../../app/[id]/route.ts', '../../gone.ts'];
  const found = { file: 'app/[id]/route.ts', inApp: true };
  expect(named(names, 'server/edge/chunks/a.js')).toEqual([found, found, other('.next/server/gone.ts')]);
});

test('on Windows an absolute name is relative to the application', () => {
  const onWindows = { folder: 'C:/app/.next', project: 'C:/app' };
  for (const name of ['C:\\app\\app\\page.tsx', 'file:///C:/app/app/page.tsx'])
    expect(sourceFiles([name], 'server/chunks/a.js', onWindows)).toEqual([other('app/page.tsx')]);
});
