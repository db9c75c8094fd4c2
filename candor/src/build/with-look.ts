import type { NextConfig } from 'next';
import { keepLook } from './look/keep-look.js';

/** Has each build keep what the application looks like, for the documents of Candor's that have none of its stylesheets. */
export function withLook(nextConfig: NextConfig): NextConfig {
  const own = nextConfig.compiler?.runAfterProductionCompile;
  const { basePath = '', assetPrefix = basePath } = nextConfig;
  return {
    ...nextConfig,
    compiler: {
      ...nextConfig.compiler,
      async runAfterProductionCompile(build) {
        await own?.(build);
        for (const sentence of problemsOf(build.distDir, `${assetPrefix.replace(/\/$/, '')}/_next/static`))
          console.warn(`Candor: ${sentence}`);
      },
    },
  };
}

/** The build is as good without a look: then these documents have Candor's own. */
function problemsOf(distDir: string, address: string): string[] {
  try {
    return keepLook(distDir, address)?.problems ?? [];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [`Screens without your styles do not look like your application: ${reason.replace(/\.$/, '')}.`];
  }
}
