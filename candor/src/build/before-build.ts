import type { NextConfig } from 'next';

/**
 * Has each build wait for this before it compiles, and end with what it throws. Next asks for the id of a build then, and at no other
 * time: a server that starts loads nothing of what only a build needs.
 */
export function beforeBuild(nextConfig: NextConfig, run: () => Promise<void>): NextConfig {
  return {
    ...nextConfig,
    async generateBuildId() {
      await run();
      return (await nextConfig.generateBuildId?.()) ?? null; // Next makes one.
    },
  };
}
