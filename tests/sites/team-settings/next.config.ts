import { join } from 'node:path';
import { withCandor } from 'candor/config';

const config = async () => ({
  basePath: '/base',
  output: 'standalone' as const,
  cacheComponents: true,
  cacheHandlers: { stale: join(import.meta.dirname, 'stale-cache.cjs') },
  typescript: { ignoreBuildErrors: true },
  turbopack: { root: import.meta.dirname },
  experimental: { turbopackMinify: false }, // No test here needs short names, which a fifth of the build's time goes into.
});

export default withCandor(config, {
  siteName: 'Löwe & Söhne',
  languages: { tags: ['de-AT', 'en', 'ar', 'it'], cookie: 'sprache', domains: { 'loewe.test': 'ar' } },
  messages: './messages.ts',
  home: '/start',
  tunnel: '/errors',
  report: { publicCounters: false },
  policy: {
    mode: 'enforce',
    sources: { 'font-src': ['https://fonts.test'], 'form-action': ['https://pay.test'] },
    crossOriginOpenerPolicy: 'same-origin-allow-popups',
    permissionsPolicy: { camera: ['self'] },
  },
});
