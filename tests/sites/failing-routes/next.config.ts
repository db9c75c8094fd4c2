import type { NextConfig } from 'next';
import application from './application.config';

const { experimental, ...config } = application as NextConfig;

const failingRoutesConfig: NextConfig = {
  ...config,
  output: undefined,
  experimental: { ...experimental, useCache: process.env.USE_CACHE === 'on' },
};

export default failingRoutesConfig;
