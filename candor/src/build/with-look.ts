import type { NextConfig } from 'next';
import { afterCompile } from './after-compile.js';

/** Has each build keep what the application looks like, for the documents of Candor's that have none of its stylesheets. */
export function withLook(nextConfig: NextConfig): NextConfig {
  const { basePath = '', assetPrefix = basePath } = nextConfig;
  const address = `${assetPrefix.replace(/\/$/, '')}/_next/static`;
  return afterCompile(nextConfig, async ({ distDir }) => {
    for (const sentence of await problemsOf(distDir, address)) console.warn(`Candor: ${sentence}`);
  });
}

/** The build is as good without a look: then these documents have Candor's own. */
async function problemsOf(distDir: string, address: string): Promise<string[]> {
  try {
    const { keepLook } = await import('./look/keep-look.js');
    return keepLook(distDir, address)?.problems ?? [];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [`Screens without your styles do not look like your application: ${reason.replace(/\.$/, '')}.`];
  }
}
