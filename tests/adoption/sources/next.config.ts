import { withCandor } from 'candor/config';
import type { NextConfig } from 'next';

const nextConfig: NextConfig = { output: 'standalone', experimental: { useCache: true } };

export default withCandor(nextConfig);
