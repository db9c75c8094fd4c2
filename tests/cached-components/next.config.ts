import type { NextConfig } from 'next';
import application from './application.config';

const cachedComponentsConfig: NextConfig = {
  ...(application as NextConfig),
  cacheComponents: true,
};

export default cachedComponentsConfig;
