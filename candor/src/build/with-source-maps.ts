import type { NextConfig } from 'next';
import { callingFiles } from '../internals/build/calling-files.js';

/**
 * Has both bundlers make source maps of server and browser, and keeps them on the server: what compiles goes on to the team's hook,
 * which may upload them, and then to ours, which takes them out of what is served.
 */
export function withSourceMaps(nextConfig: NextConfig): NextConfig {
  const own = nextConfig.compiler?.runAfterProductionCompile;
  return {
    ...nextConfig,
    productionBrowserSourceMaps: nextConfig.productionBrowserSourceMaps ?? true,
    experimental: { serverSourceMaps: true, ...nextConfig.experimental }, // For webpack: Turbopack makes these anyway.
    compiler: {
      ...nextConfig.compiler,
      async runAfterProductionCompile(build) {
        const isNotLast = callingFiles().some((file) => /[\\/]@sentry[\\/]nextjs[\\/]/.test(file));
        try {
          await own?.(build);
        } finally {
          const keepsComments = Boolean(nextConfig.experimental?.sri?.algorithm);
          const { keepSourceMaps } = await import('./keep-source-maps.js');
          const sentences = keepSourceMaps(build, { keepsComments, isNotLast });
          if (isNotLast) sentences.push(wrongWayRound);
          if (keepsComments) sentences.push(namesStay);
          for (const sentence of sentences) console.warn(`Candor: ${sentence}`);
        }
      },
    },
  };
}

const wrongWayRound =
  'withSentryConfig stands around withCandor, so it uploads no source maps of the browser, and a deployment gets none. Write withCandor(withSentryConfig(…)).';
const namesStay =
  'Scripts go on naming their source maps, which are not served, because experimental.sri has the scripts’ hashes already.';
