import type { NextConfig } from 'next';
import application from './application.config';

const { experimental, ...config } = application as NextConfig;
const useCache = process.env.NODE_ENV === 'development'; // Next refuses it beside the edge runtime.

const failingConfig: NextConfig = { ...config, experimental: { ...experimental, useCache } };

export default failingConfig;
