const zone = process.env.ZONE_ORIGIN;

const config = {
  typescript: { ignoreBuildErrors: true }, // `npm test` checks the types.
  turbopack: { root: import.meta.dirname },
  experimental: { authInterrupts: true },
  generateBuildId: () => 'guest',
  redirects: async () => [{ source: '/moved', destination: '/dynamic', permanent: true }],
  rewrites: async () => [
    { source: '/docs/:path*', destination: `${zone}/docs/:path*` },
    { source: '/renamed', destination: '/dynamic' },
  ],
  headers: async () => [
    { source: '/widget.js', headers: [{ key: 'Access-Control-Allow-Origin', value: '*' }] },
    {
      source: '/own-policy',
      headers: [{ key: 'Content-Security-Policy', value: "script-src 'self' 'unsafe-inline'" }],
    },
  ],
};

export default config;
