import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/run/root';
import { readApplication } from '../../candor/src/application/read-application';
import { planInit } from '../../candor/src/cli/plan-init';

/** The files of an application as `create-next-app` makes it, with Candor among its packages alone. */
export const bare: Record<string, string> = {
  'package.json': JSON.stringify({
    name: 'shop',
    dependencies: { candor: '0.1.0', next: '16.4.5', react: '19.3.1', '@sentry/nextjs': '11.1.0' },
  }),
  'tsconfig.json': '{}',
  'next.config.ts': `import type { NextConfig } from "next";\n\nconst nextConfig: NextConfig = {};\n\nexport default nextConfig;\n`,
  'app/layout.tsx': `export default function Layout() {}\n`,
};

/** The same with all that `init` writes. @param folder in which the files of `own` are */
export function adopted(folder: string): Record<string, string> {
  const { changes } = planInit(readApplication(folder));
  return Object.fromEntries(changes.map(({ path, after = '' }) => [path, after]));
}

/** Packages as far as a version goes: those of this repository, unless others are named. */
export function packagesOf(versions: Record<string, string> = {}): Record<string, string> {
  const names = ['next', 'react', 'react-dom', '@sentry/nextjs', '@sentry/core'];
  return Object.fromEntries(
    names.map((name) => {
      const own = JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8')) as {
        version: string;
      };
      return [`node_modules/${name}/package.json`, JSON.stringify({ name, version: versions[name] ?? own.version })];
    }),
  );
}
