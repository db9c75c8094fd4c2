import type { NextConfig } from 'next';

export type ConfigFunction = (
  ...args: [phase: string, context: { defaultConfig: NextConfig }]
) => NextConfig | Promise<NextConfig>;

export function changeConfig(
  nextConfig: NextConfig | ConfigFunction,
  change: (config: NextConfig) => NextConfig,
): NextConfig | ConfigFunction {
  return typeof nextConfig === 'function' ? async (...args) => change(await nextConfig(...args)) : change(nextConfig);
}
