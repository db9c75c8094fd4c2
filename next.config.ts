import { withSentryConfig } from '@sentry/nextjs/config';
import type { NextConfig } from 'next';
import { join } from 'node:path';
import { recordBuiltCode } from './candor/policy/record-built-code';
import { readSettings } from './candor/server/settings';

readSettings(process.env);
recordBuiltCode(join(process.cwd(), '.next'));

const release = process.env.SENTRY_RELEASE || 'unreleased'; // The scripts name it.

/** The build script is going to upload them. Every chunk then says the id of its map, which costs its visitors bytes. */
const withSourceMaps = process.env.WITH_SOURCE_MAPS === 'on';

const config: NextConfig = {
  output: 'standalone',
  poweredByHeader: false,
  typescript: { ignoreBuildErrors: true }, // `npm test` checks the types, of the tests as well.
  reactStrictMode: true,
  // Next's page for the error screen answers at an address, where it is a failure: its chunk is not in the output.
  rewrites: async () => ({
    beforeFiles: [{ source: '/_global-error', destination: '/_not-found' }],
    afterFiles: [],
    fallback: [],
  }),
  // No page here has a picture that would need it. An application that uses next/image's optimizer takes these two out.
  images: { unoptimized: true },
  outputFileTracingExcludes: { 'next-server': ['**/node_modules/sharp/**', '**/node_modules/@img/**'] },
  experimental: { authInterrupts: true },
  productionBrowserSourceMaps: withSourceMaps,
  turbopack: { root: import.meta.dirname, debugIds: withSourceMaps },
  // Inlined: a release names a build, so it must not change with the environment the build is started in.
  env: { SENTRY_RELEASE: release },
};

// In development, so that the server's SDK can ask Next for the source of a stack frame.
export default process.env.NODE_ENV === 'development'
  ? withSentryConfig(config, {
      release: { name: release },
      telemetry: false,
      silent: true,
      routeManifestInjection: false,
      buildTimeInstrumentation: false,
    })
  : config;
