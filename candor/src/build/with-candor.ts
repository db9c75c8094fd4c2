import { readFileSync } from 'node:fs';
import type { NextConfig } from 'next';
import { findFile } from '../application/read-application.js';
import { applicationFolder } from './application-folder.js';
import { packageAliases, requireFrom } from './application-packages.js';
import { buildRelease } from './build-release.js';
import { afterCompile, beforeBuild, changeConfig, withAliases, type ConfigFunction } from './change-config.js';
import { checkSettings, type CandorSettings } from './candor-settings.js';
import { installedVersions } from './check-versions.js';
import { inlinedSettings } from './inlined-settings.js';
import { siteLanguages, wordAliases } from './languages.js';
import { writeStylesheet } from './stylesheet.js';
import { optionAliases } from './sdk-option-files.js';
import { readSettings } from '../start/settings.js';

/**
 * Next's configuration with what Candor needs, for the default export of `next.config.ts`. What the configuration says itself
 * stays.
 * @param nextConfig in either form that Next knows, an object or a function
 * @param settings the team's; each has a default
 * @throws Error naming every mistake in the settings, or SettingsError for the environment
 */
export function withCandor<Config extends NextConfig | ConfigFunction>(
  nextConfig: Config,
  settings?: CandorSettings,
): Config extends ConfigFunction ? ConfigFunction : NextConfig;
export function withCandor(nextConfig: NextConfig | ConfigFunction, settings: CandorSettings = {}) {
  checkSettings(settings);
  readSettings(process.env);
  const folder = applicationFolder();
  return changeConfig(nextConfig, (config) => configured(config, folder, settings));
}

function configured(nextConfig: NextConfig, folder: string, settings: CandorSettings): NextConfig {
  // The build script is going to upload them. Every chunk then has the id of its map, which costs visitors bytes.
  const uploads = process.env.WITH_SOURCE_MAPS === 'on';
  const keepsMaps = !uploads && settings.sourceMaps !== false;
  const inlined = inlinedSettings(settings, nextConfig, {
    release: buildRelease(process.env, folder),
    // Whether this Next has `catchError` and `retry` without `unstable_`.
    isStable: /\bcatchError\b/.test(readFileSync(requireFrom(folder).resolve('next/error'), 'utf8')),
    versions: installedVersions(folder),
  });
  const ours: NextConfig = {
    ...nextConfig,
    transpilePackages: [...(nextConfig.transpilePackages ?? []), 'candor'],
    experimental: {
      authInterrupts: true,
      // Next reads that file only with it.
      ...(findFile(folder, 'app/global-not-found', 'src/app/global-not-found') && { globalNotFound: true }),
      ...(keepsMaps && { serverSourceMaps: true }), // For webpack: Turbopack makes these anyway.
      ...nextConfig.experimental,
    },
    ...((uploads || keepsMaps) && {
      productionBrowserSourceMaps: uploads || (nextConfig.productionBrowserSourceMaps ?? true),
    }),
    ...(uploads && { turbopack: { ...nextConfig.turbopack, debugIds: true } }),
    compiler: {
      ...nextConfig.compiler,
      define: { ...nextConfig.compiler?.define, ...inlined.everywhere },
      defineServer: { ...nextConfig.compiler?.defineServer, ...inlined.onServer },
    },
  };
  const compiled = afterCompile(ours, async (build) => {
    writeStylesheet(build.distDir);
    const { finishBuild } = await import('./finish-build.js'); // A server that starts reads the configuration, too.
    const { CANDOR_TITLE_END: titleEnd, CANDOR_TUNNEL: probe } = inlined.everywhere;
    const page = { ...siteLanguages(settings, nextConfig.basePath), titleEnd, probe };
    const keepsComments = Boolean(nextConfig.experimental?.sri?.algorithm);
    finishBuild(build, page, keepsMaps ? { keepsComments } : undefined);
  });
  const whole = withAliases(compiled, folder, {
    ...packageAliases(folder),
    ...optionAliases(folder),
    ...wordAliases(folder, settings),
  });
  return beforeBuild(whole, async () => {
    const { warnOfApplication } = await import('./check-application.js');
    warnOfApplication(folder, nextConfig, settings);
    if (settings.policy === undefined) return;
    // eslint-disable-next-line import/no-restricted-paths -- The one import of it in a build, which is off by default.
    const { prepareBuild } = await import('../policy/build.js');
    prepareBuild(folder, nextConfig.distDir, settings.policy);
  });
}
