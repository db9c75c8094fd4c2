import { join } from 'node:path';
import type { NextConfig } from 'next';
import application from './application.config';

const { experimental, ...config } = application as NextConfig;

const cachedComponentsConfig: NextConfig = {
  ...config,
  cacheComponents: true,
  cacheHandlers: { stale: join(import.meta.dirname, 'stale-cache.cjs') },
  experimental: { ...experimental, turbopackMinify: false }, // No test here needs short names, which a fifth of the build's time goes into.
};

export default cachedComponentsConfig;
