import type { NextConfig } from 'next';

type Hook = NonNullable<NonNullable<NextConfig['compiler']>['runAfterProductionCompile']>;
type Build = Parameters<Hook>[0];

/** Has each build do this when its code is compiled, after all that the configuration has it do then. */
export function afterCompile(nextConfig: NextConfig, run: (build: Build) => void | Promise<void>): NextConfig {
  const own = nextConfig.compiler?.runAfterProductionCompile;
  return {
    ...nextConfig,
    compiler: {
      ...nextConfig.compiler,
      async runAfterProductionCompile(build) {
        await own?.(build);
        await run(build);
      },
    },
  };
}
