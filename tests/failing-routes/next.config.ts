import { resolve } from 'node:path';
import type { NextConfig } from 'next';
import application from './application.config';

const { experimental, turbopack, ...config } = application as NextConfig;

const failingRoutesConfig: NextConfig = {
  ...config,
  output: undefined,
  experimental: { ...experimental, useCache: process.env.USE_CACHE === 'on', turbopackFileSystemCacheForBuild: false },
  turbopack: { ...turbopack, root: resolve('../..') },
};

export default failingRoutesConfig;
