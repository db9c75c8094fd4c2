import { relative, sep } from 'node:path';
import type { NextConfig } from 'next';
import { callingFiles } from '../internals/build/calling-files.js';

export type ConfigFunction = (
  ...args: [phase: string, context: { defaultConfig: NextConfig }]
) => NextConfig | Promise<NextConfig>;

export function changeConfig(
  nextConfig: NextConfig | ConfigFunction,
  change: (config: NextConfig) => NextConfig,
): NextConfig | ConfigFunction {
  return typeof nextConfig === 'function' ? async (...args) => change(await nextConfig(...args)) : change(nextConfig);
}

/** Has each build wait for this before it compiles, and end with what it throws. Next asks only in a build for its id. */
export function beforeBuild(nextConfig: NextConfig, run: () => Promise<void>): NextConfig {
  return {
    ...nextConfig,
    async generateBuildId() {
      await run();
      return (await nextConfig.generateBuildId?.()) ?? null; // Next makes one.
    },
  };
}

type Hook = NonNullable<NonNullable<NextConfig['compiler']>['runAfterProductionCompile']>;

/** `isNotLast`: the SDK's hook stands around ours, and may delete source maps after us. */
export type Build = Parameters<Hook>[0] & { isNotLast?: boolean };

/** Has each build do this after its code is compiled and the team's hook, which may upload source maps, has run. */
export function afterCompile(nextConfig: NextConfig, run: (build: Build) => Promise<void>): NextConfig {
  const own = nextConfig.compiler?.runAfterProductionCompile;
  return {
    ...nextConfig,
    compiler: {
      ...nextConfig.compiler,
      async runAfterProductionCompile(build) {
        const isNotLast = callingFiles().some((file) => /[\\/]@sentry[\\/]nextjs[\\/]/.test(file));
        await own?.(build);
        await run({ ...build, isNotLast });
      },
    },
  };
}

/** Has both bundlers resolve these imports to absolute files. */
export function withAliases(nextConfig: NextConfig, application: string, aliases: Record<string, string>): NextConfig {
  const entries = Object.entries(aliases);
  // Turbopack reads an absolute path as one on a server, so these are relative to the application.
  const relativeTo = (file: string) => `./${relative(application, file).replaceAll(sep, '/')}`;
  const forTurbopack = Object.fromEntries(entries.map(([name, file]) => [name, relativeTo(file)]));
  const forWebpack = Object.fromEntries(entries.map(([name, file]) => [`${name}$`, file]));
  return {
    ...nextConfig,
    turbopack: { ...nextConfig.turbopack, resolveAlias: { ...forTurbopack, ...nextConfig.turbopack?.resolveAlias } },
    webpack(given, context) {
      const config = (nextConfig.webpack?.(given, context) ?? given) as { resolve?: { alias?: object } };
      config.resolve = { ...config.resolve, alias: { ...config.resolve?.alias, ...forWebpack } };
      return config;
    },
  };
}
