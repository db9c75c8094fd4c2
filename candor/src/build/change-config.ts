import type { NextConfig } from 'next';

export type ConfigFunction = (
  ...args: [phase: string, context: { defaultConfig: NextConfig }]
) => NextConfig | Promise<NextConfig>;

/** Changes a configuration of Next in the form that it has: an object, or a function that gives one. */
export function changeConfig(
  nextConfig: NextConfig | ConfigFunction,
  change: (config: NextConfig) => NextConfig,
): NextConfig | ConfigFunction {
  return typeof nextConfig === 'function' ? async (...args) => change(await nextConfig(...args)) : change(nextConfig);
}
