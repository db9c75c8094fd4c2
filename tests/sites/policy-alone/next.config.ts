import { withPolicy } from 'candor/policy';

const config = {
  output: 'standalone' as const,
  cacheComponents: true,
  typescript: { ignoreBuildErrors: true }, // `npm test` checks the types.
  turbopack: { root: import.meta.dirname },
  outputFileTracingExcludes: { 'next-server': ['**/node_modules/sharp/**', '**/node_modules/@img/**'] },
};

export default withPolicy(config, { mode: 'enforce', sources: { 'connect-src': ['https://errors.example.org'] } });
