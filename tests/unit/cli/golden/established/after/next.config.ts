import { withCandor } from 'candor/config';
import type { NextConfig } from 'next';

const policy =
  "default-src 'self'; img-src 'self' https://images.example.org; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'";

const nextConfig: NextConfig = {
  experimental: { authInterrupts: true },
  async headers() {
    return [{ source: '/:path*', headers: [{ key: 'Content-Security-Policy', value: policy }] }];
  },
};

export default withCandor(nextConfig);
