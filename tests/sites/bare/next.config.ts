import { resolve } from 'node:path';
import type { NextConfig } from 'next';

const root = resolve('../..');

// As the application's, without what is for its failures.
const config: NextConfig = {
  output: 'standalone',
  outputFileTracingRoot: root,
  turbopack: {
    root,
    resolveAlias: {
      candor: './without-candor.ts',
      'candor/monitoring': './without-candor.ts',
      'candor/screens': './without-candor.ts',
    },
  },
  poweredByHeader: false,
  typescript: { ignoreBuildErrors: true },
  reactStrictMode: true,
  experimental: { authInterrupts: true, turbopackFileSystemCacheForBuild: false }, // Built once.
};

export default config;
