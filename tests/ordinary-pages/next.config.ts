import { resolve } from 'node:path';
import type { NextConfig } from 'next';
import application from './application.config';

const { experimental, turbopack, ...config } = application as NextConfig;

const ordinaryPagesConfig: NextConfig = {
  ...config,
  rewrites: async () => [
    { source: '/ordinary/rewritten', destination: '/ordinary/rendered' },
    { source: '/ordinary/rewritten-built', destination: '/ordinary/built' },
  ],
  experimental: { ...experimental, turbopackFileSystemCacheForBuild: false },
  turbopack: { ...turbopack, root: resolve('../..') },
};

export default ordinaryPagesConfig;
