import type { NextConfig } from 'next';
import { applicationFolder } from './application-folder.js';
import { checkPolicySettings } from './candor-settings.js';
import { changeConfig, type ConfigFunction } from './change-config.js';
import { policySettings, type TeamPolicySettings } from '../policy/policy-settings.js';
import { recordBuiltCode } from '../policy/record-built-code.js';

/**
 * Next's configuration with what the policy and the headers need, for the default export of `next.config.ts`. Nothing else of
 * Candor is added. What the configuration says itself stays.
 * @param nextConfig in either form that Next knows, an object or a function
 * @param settings the team's; each has a default
 * @throws CandorSettingsError naming every mistake
 */
export function withPolicy<Config extends NextConfig | ConfigFunction>(
  nextConfig: Config,
  settings?: TeamPolicySettings,
): Config extends ConfigFunction ? ConfigFunction : NextConfig;
export function withPolicy(nextConfig: NextConfig | ConfigFunction, settings: TeamPolicySettings = {}) {
  checkPolicySettings(settings);
  const folder = applicationFolder();
  return changeConfig(nextConfig, (config) => configured(config, folder, settings));
}

function configured(nextConfig: NextConfig, folder: string, settings: TeamPolicySettings): NextConfig {
  recordBuiltCode(folder, nextConfig.distDir);
  const CANDOR_POLICY = JSON.stringify(policySettings(settings, nextConfig));
  return {
    poweredByHeader: false,
    ...nextConfig,
    transpilePackages: [...(nextConfig.transpilePackages ?? []), 'candor'],
    compiler: {
      ...nextConfig.compiler,
      defineServer: { ...nextConfig.compiler?.defineServer, CANDOR_POLICY },
    },
  };
}
