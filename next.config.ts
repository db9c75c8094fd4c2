import type { NextConfig } from 'next';
import { withCandor } from 'candor/config';

const config: NextConfig = {
  output: 'standalone',
  typescript: { ignoreBuildErrors: true }, // `npm test` checks the types, of the tests as well.
  reactStrictMode: true,
  poweredByHeader: false,
  // No page here has a picture that would need it. An application that uses next/image's optimizer takes these two out.
  images: { unoptimized: true },
  outputFileTracingExcludes: { 'next-server': ['**/node_modules/sharp/**', '**/node_modules/@img/**'] },
  turbopack: { root: import.meta.dirname },
  async headers() {
    // Documents of failures have no metadata.
    const robots = [{ key: 'X-Robots-Tag', value: 'noindex, nofollow' }];
    return [{ source: '/sentry-example-page/:path*', headers: robots }];
  },
};

export default withCandor(config, { siteName: 'Candor', icon: '/icon.svg', policy: 'enforce' });
