import { createHash } from 'node:crypto';
import type { NextConfig } from 'next';
import { withCandor } from 'candor/config';
import { note, tagManager } from './parts/note';

const config: NextConfig = {
  output: 'standalone',
  typescript: { ignoreBuildErrors: true },
  turbopack: { root: import.meta.dirname },
  redirects: async () => [{ source: '/redirected', destination: '/about', permanent: false }],
  rewrites: async () => [{ source: '/rewritten-static', destination: '/about' }],
  headers: async () => [{ source: '/about', headers: [{ key: 'x-own', value: 'yes' }] }],
};

/** Scripts that stand in no document of the build: what the line `browser report` says to add. */
const inserted = [
  ...['inline-before', 'inline-after', 'inline-lazy', 'analytics', 'analytics-html', 'without-nonce', 'of-app'],
  'with-nonce', // After a navigation, which brings another nonce than the document's.
  ...['element-without-nonce', 'on-demand', 'on-demand-element', 'legacy-after', 'legacy-lazy'],
];
const hashes = [...inserted.map(note), tagManager].map(
  (text): `'sha256-${string}'` => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
);

export default withCandor(config, {
  siteName: 'Team',
  policy: {
    mode: 'enforce',
    sources: { 'frame-src': ['https://video.test'], 'script-src': ["'wasm-unsafe-eval'", ...hashes] },
  },
});
