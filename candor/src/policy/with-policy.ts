import type { NextConfig } from 'next';
import { applicationFolder } from '../build/application-folder.js';
import { beforeBuild, changeConfig, type ConfigFunction } from '../build/change-config.js';
import type { BuiltPolicy, TeamPolicy } from './settings.js';

/**
 * Next's configuration with what the policy and its headers need, for the default export of `next.config.ts`. Nothing else of
 * Candor is added. What the configuration says itself stays.
 * @param nextConfig in either form that Next knows, an object or a function
 * @param policy `report`, `enforce`, or an object with that `mode` and further settings. A build ends where one is invalid, naming all
 */
export function withPolicy<Config extends NextConfig | ConfigFunction>(
  nextConfig: Config,
  policy: TeamPolicy,
): Config extends ConfigFunction ? ConfigFunction : NextConfig;
export function withPolicy(nextConfig: NextConfig | ConfigFunction, policy: TeamPolicy) {
  const folder = applicationFolder();
  return changeConfig(nextConfig, (config) => configured(config, folder, policy));
}

function configured(nextConfig: NextConfig, folder: string, policy: TeamPolicy): NextConfig {
  const { assetPrefix, distDir } = nextConfig;
  const built: BuiltPolicy = { policy, assetPrefix };
  const prepared = beforeBuild(nextConfig, async () => {
    const { prepareBuild } = await import('./build.js');
    prepareBuild(folder, distDir, policy);
  });
  return {
    ...prepared,
    transpilePackages: [...(nextConfig.transpilePackages ?? []), 'candor'],
    compiler: {
      ...nextConfig.compiler,
      defineServer: { ...nextConfig.compiler?.defineServer, CANDOR_POLICY: JSON.stringify(built) },
    },
  };
}
