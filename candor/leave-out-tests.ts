import { rmSync } from 'node:fs';
import { resolve } from 'node:path';

// Next copies both packages whole, because they start workers from paths that they compute. Its outputFileTracingExcludes do not
// reach what instrumentation.ts imports.
const tests = ['thread-stream/test', 'sonic-boom/test', 'sonic-boom/types/tests'];

/**
 * Has a build of this process remove the tests of other packages from its standalone folder when it ends: 300 kB. Does nothing in
 * processes that do not build.
 * @param distDir Next's setting, relative to the application's folder
 */
export function leaveOutTests(distDir = '.next'): void {
  process.once('exit', () => {
    if (process.env.NEXT_PHASE !== 'phase-production-build' || process.env.IS_NEXT_WORKER) return;
    for (const folder of tests)
      rmSync(resolve(distDir, 'standalone/node_modules', folder), { recursive: true, force: true });
  });
}
