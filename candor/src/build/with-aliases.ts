import { relative, sep } from 'node:path';
import type { NextConfig } from 'next';

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
