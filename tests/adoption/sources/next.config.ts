import { withCandor } from 'candor/config';
import type { NextConfig } from 'next';

const nextConfig: NextConfig = {
  output: process.env.OUTPUT === 'standalone' ? 'standalone' : undefined,
  experimental: { useCache: true },
};

export default withCandor(nextConfig);
