import type { NextConfig } from 'next';

/** Has each build wait for this before it compiles, and end with what it throws. Next asks only in a build for its id. */
export function beforeBuild(nextConfig: NextConfig, run: () => Promise<void>): NextConfig {
  return {
    ...nextConfig,
    async generateBuildId() {
      await run();
      return (await nextConfig.generateBuildId?.()) ?? null; // Next makes one.
    },
  };
}
