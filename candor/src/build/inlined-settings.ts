import type { NextConfig } from 'next';
import type { CandorSettings } from './candor-settings.js';
import type { Versions } from './check-versions.js';
import { builtInWords } from '../shared/words/built-in.js';
import { wordsOfEachPage } from '../shared/words/of-each-page.js';
import { siteLanguages } from './languages.js';
import { stylesheetAddress } from './stylesheet.js';

type Build = { release: string; isStable: boolean; versions: Versions };
type NextSettings = Pick<NextConfig, 'basePath' | 'assetPrefix' | 'trailingSlash'>;

/** The texts for the names of inlined.d.ts, with the defaults of all settings. */
export function inlinedSettings(settings: CandorSettings, next: NextSettings, { release, isStable, versions }: Build) {
  const { siteName, home = '/', icon = '', messages, policy } = settings;
  const { tunnel = '/monitoring', sourceMaps = true, report = {} } = settings;
  const { basePath = '', assetPrefix = '', trailingSlash = false } = next;
  const site = siteLanguages(settings, basePath);
  const [defaultTag] = site.tags;
  const addressOf = (path: string) => (path === '/' && basePath) || (path.startsWith('/') ? basePath + path : path);
  const assets = (assetPrefix || basePath).replace(/\/$/, '');
  const tunnelAddress = addressOf(tunnel) + (trailingSlash ? '/' : ''); // Next redirects what has none.
  return {
    everywhere: {
      CANDOR_OUTSIDE_BUILD: '',
      CANDOR_RELEASE: release,
      CANDOR_TITLE_END: siteName === undefined ? '' : ` · ${siteName}`,
      CANDOR_LANG: defaultTag,
      CANDOR_LANGUAGES: site.tags.length > 1 || messages !== undefined ? JSON.stringify(site) : '',
      ...wordsOfEachPage(builtInWords(defaultTag)),
      CANDOR_HOME: addressOf(home),
      CANDOR_ICON: addressOf(icon),
      CANDOR_TUNNEL: tunnelAddress,
      CANDOR_FEEDBACK: report.feedback === false ? '' : 'yes',
      CANDOR_UNSTABLE: isStable ? '' : 'unstable_',
      CANDOR_SDK_VERSION: versions['@sentry/core'],
      CANDOR_ASSETS: assets,
      CANDOR_STYLESHEET: stylesheetAddress(assets),
    },
    onServer: {
      CANDOR_POLICY: policy === undefined ? '' : JSON.stringify({ policy, assetPrefix, tunnel: tunnelAddress }),
      CANDOR_ERROR_PAGE: `${basePath}/_global-error`,
      CANDOR_SOURCE_CONTEXT: Object(sourceMaps).context === false ? '' : 'yes',
      CANDOR_PUBLIC_COUNTERS: report.publicCounters === false ? '' : 'yes',
      CANDOR_VERSIONS: JSON.stringify(versions),
    },
  };
}
