import type { NextConfig } from 'next';
import { withCandor } from 'candor/config';

const config: NextConfig = {
  output: 'standalone',
  typescript: { ignoreBuildErrors: true },
  turbopack: { root: import.meta.dirname },
  images: { remotePatterns: [{ protocol: 'https', hostname: 'pictures.test' }], dangerouslyAllowSVG: true },
  redirects: async () => [{ source: '/redirected', destination: '/target', permanent: false }],
  rewrites: async () => [
    { source: '/rewritten', destination: '/account' },
    { source: '/rewritten-static', destination: '/about' },
  ],
  headers: async () => [{ source: '/about', headers: [{ key: 'x-own', value: 'yes' }] }],
  ...(process.env.TEAM_CONFIG && (JSON.parse(process.env.TEAM_CONFIG) as NextConfig)),
};

export default withCandor(config, {
  siteName: 'Team',
  sources: { 'frame-src': ['https://video.test'], 'script-src': ["'wasm-unsafe-eval'"] },
});
