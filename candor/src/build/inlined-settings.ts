import { SDK_VERSION } from '@sentry/core';
import type { NextConfig } from 'next';
import type { CandorSettings } from './candor-settings.js';
import { policySettings } from '../policy/policy-settings.js';

type NextSettings = Pick<NextConfig, 'basePath' | 'assetPrefix' | 'trailingSlash'>;

// The build replaces each of these names by its text, wherever code has it: in the browser a setting costs as much as a
// literal. `process.env` would cost each module a few bytes more.
declare global {
  /** The end of titles: the site's name after a separator, or nothing. */
  const CANDOR_TITLE_END: string;
  const CANDOR_LANG: string;
  // These three are as a browser requests them, with `basePath`. No icon: an empty text.
  const CANDOR_HOME: string;
  const CANDOR_ICON: string;
  const CANDOR_TUNNEL: string;
  /** The start of the addresses of the build's files: a path, or another origin, without a trailing slash. */
  const CANDOR_ASSETS: string;
  /** The prefix that older versions of Next give to newer features: `unstable_retry` became `retry`. */
  const CANDOR_UNSTABLE: 'unstable_' | '';
  /** The version of the SDK, the key of its part of the global object. */
  const CANDOR_SDK_VERSION: string;
  /** On the server: `PolicySettings` as JSON. */
  const CANDOR_POLICY: string;
  /** On the server: the versions that the build found, by the names of their packages, as JSON. */
  const CANDOR_VERSIONS: string;
}

/** The texts for these names, with the defaults of all settings: those for every side, and those for the server only. */
export function inlinedSettings(
  { siteName, lang = 'en', home = '/', icon = '', tunnel = '/monitoring', ...rest }: CandorSettings,
  { basePath = '', assetPrefix = '', trailingSlash = false }: NextSettings,
  { isStable = true, versions = {} }: { isStable?: boolean; versions?: Record<string, string> } = {},
) {
  const addressOf = (path: string) => (path === '/' && basePath) || (path.startsWith('/') ? basePath + path : path);
  const tunnelAddress = addressOf(tunnel) + (trailingSlash ? '/' : ''); // Next redirects what has none.
  return {
    everywhere: {
      CANDOR_TITLE_END: siteName === undefined ? '' : ` · ${siteName}`,
      CANDOR_LANG: lang,
      CANDOR_HOME: addressOf(home),
      CANDOR_ICON: addressOf(icon),
      CANDOR_TUNNEL: tunnelAddress,
      CANDOR_UNSTABLE: isStable ? '' : 'unstable_',
      CANDOR_SDK_VERSION: SDK_VERSION,
      CANDOR_ASSETS: (assetPrefix || basePath).replace(/\/$/, ''),
    },
    onServer: {
      CANDOR_POLICY: JSON.stringify(policySettings(rest, { basePath, assetPrefix, tunnel: tunnelAddress })),
      CANDOR_VERSIONS: JSON.stringify(versions),
    },
  };
}
