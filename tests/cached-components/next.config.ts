import { resolve } from 'node:path';
import type { NextConfig } from 'next';
import application from './application.config';

const { experimental, turbopack, ...config } = application as NextConfig;

const cachedComponentsConfig: NextConfig = {
  ...config,
  cacheComponents: true,
  experimental: { ...experimental, turbopackFileSystemCacheForBuild: false },
  turbopack: { ...turbopack, root: resolve('../..') },
};

export default cachedComponentsConfig;
