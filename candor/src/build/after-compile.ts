import type { NextConfig } from 'next';
import { callingFiles } from '../internals/build/calling-files.js';

type Hook = NonNullable<NonNullable<NextConfig['compiler']>['runAfterProductionCompile']>;

/** `isNotLast`: the SDK's hook stands around ours, and may delete source maps after us. */
export type Build = Parameters<Hook>[0] & { isNotLast?: boolean };

/** Has each build do this after its code is compiled and the team's hook, which may upload source maps, has run. */
export function afterCompile(nextConfig: NextConfig, run: (build: Build) => Promise<void>): NextConfig {
  const own = nextConfig.compiler?.runAfterProductionCompile;
  return {
    ...nextConfig,
    compiler: {
      ...nextConfig.compiler,
      async runAfterProductionCompile(build) {
        const isNotLast = callingFiles().some((file) => /[\\/]@sentry[\\/]nextjs[\\/]/.test(file));
        await own?.(build);
        await run({ ...build, isNotLast });
      },
    },
  };
}
