import { expect, test } from 'vitest';
import { sourceName } from '../../../candor/src/sources/source-name';

const build = { folder: '/srv/app/.next', project: '/srv/app' };
const named = (source: string) => sourceName(source, 'server/chunks/ssr/a.js', build);

test.each([
  ['../../../../app/orders/page.tsx', 'app/orders/page.tsx'],
  ['../../../../app/%5Bslug%5D/page.tsx', 'app/[slug]/page.tsx'],
  ['turbopack:///[project]/app/orders/page.tsx', 'app/orders/page.tsx'],
  ['webpack://_N_E/./app/orders/page.tsx?1b2c', 'app/orders/page.tsx'],
  ['webpack-internal:///(rsc)/./app/orders/page.tsx', 'app/orders/page.tsx'],
  ['file:///srv/app/app/orders/page.tsx', 'app/orders/page.tsx'],
  ['/srv/app/app/orders/page.tsx', 'app/orders/page.tsx'],
  ['webpack://_N_E/../../packages/ui/src/button.tsx', '../../packages/ui/src/button.tsx'],
])('%s is the team’s %s', (source, file) => {
  expect(named(source)).toEqual({ file, inApp: true });
});

test.each([
  ['../../../../node_modules/%40sentry/core/src/utils/env.ts', 'node_modules/@sentry/core/src/utils/env.ts'],
  ['turbopack:///[project]/node_modules/.pnpm/zod@4/node_modules/zod/v4/a.js', 'node_modules/zod/v4/a.js'],
  ['file:///home/ci/build/node_modules/next/dist/server/a.js', 'node_modules/next/dist/server/a.js'],
  ['turbopack:///[turbopack]/browser/runtime.ts', '[turbopack]/browser/runtime.ts'],
  ['webpack://_N_E/webpack/bootstrap', 'webpack/bootstrap'],
  [
    '../../../../.next-internal/page/actions.js (server actions loader)',
    '.next-internal/page/actions.js (server actions loader)',
  ],
])('%s is not the team’s', (source, file) => {
  expect(named(source)).toEqual({ file, inApp: false });
});

test.each([
  '/etc/passwd',
  'file:///etc/passwd',
  'C:\\Users\\jo\\secret.ts',
  'https://evil.test/a.ts',
  'data:text/plain,a',
  '',
])('refuses %s, which is absolute and not of the project', (source) =>
  expect(() => named(source)).toThrow('source outside the project'),
);

test('on Windows, too, an absolute name of the project is relative to it', () => {
  const onWindows = { folder: 'C:/app/.next', project: 'C:/app' };
  for (const source of ['C:\\app\\app\\page.tsx', 'file:///C:/app/app/page.tsx', '../../../../app/page.tsx'])
    expect(sourceName(source, 'server/chunks/ssr/a.js', onWindows).file).toBe('app/page.tsx');
});

test('a name that climbs out of the project is a name, and stays what it is', () => {
  expect(named('../../../../../../etc/passwd')).toEqual({ file: '../../etc/passwd', inApp: true });
});

test.each(['a\n{"level":"error"}.ts', 'a%0A{"level":"error"}.ts', 'a\u2028b', 'a\u001b[31mb', 'a\u202eb'])(
  'no name breaks a line or changes a terminal: %j',
  (source) => {
    expect(named(`../../../../${source}`).file).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
  },
);
