import type { NextConfig } from 'next';
import application from './application.config';

const ordinaryPagesConfig: NextConfig = {
  ...(application as NextConfig),
  rewrites: async () => [
    { source: '/ordinary/rewritten', destination: '/ordinary/rendered' },
    { source: '/ordinary/rewritten-built', destination: '/ordinary/built' },
  ],
};

export default ordinaryPagesConfig;
